-- A misspelt name is compared with the words of the names that an organization has on record, not with its people:
-- the same words come back. Each index has one entry for many people, and PostgreSQL jumps from word to word. A regular
-- expression would take twice as long as the replacements.
create function name_word(first_name text, last_name text, place integer) returns text
  language sql immutable strict parallel safe
  return nullif(split_part(
    replace(replace(replace(public.plain_text(first_name || ' ' || last_name), '-', ' '), '  ', ' '), '  ', ' '), ' ', place), '');

create index contact_name_word_1 on contact (organization_id, name_word(first_name, last_name, 1) collate "C")
  where organization_id is not null;
create index contact_name_word_2 on contact (organization_id, name_word(first_name, last_name, 2) collate "C")
  where organization_id is not null;
create index contact_name_word_3 on contact (organization_id, name_word(first_name, last_name, 3) collate "C")
  where organization_id is not null and name_word(first_name, last_name, 3) is not null;
create index contact_name_word_4 on contact (organization_id, name_word(first_name, last_name, 4) collate "C")
  where organization_id is not null and name_word(first_name, last_name, 4) is not null;
create index contact_name_word_5 on contact (organization_id, name_word(first_name, last_name, 5) collate "C")
  where organization_id is not null and name_word(first_name, last_name, 5) is not null;
create index contact_name_word_6 on contact (organization_id, name_word(first_name, last_name, 6) collate "C")
  where organization_id is not null and name_word(first_name, last_name, 6) is not null;

-- The different words with this beginning among the names of an organization's people, by their place in the name. A
-- function, whose plan is kept: planning takes longer than running it.
create function name_words(organization uuid, start text) returns table (place integer, word text)
  language plpgsql stable parallel safe rows 100 as $$
declare
  -- higher than each letter
  ending constant text := start || U&'\+10FFFF';
begin
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 1) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 1) collate "C" >= start and name_word(first_name, last_name, 1) collate "C" < ending
      order by name_word(first_name, last_name, 1) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 1) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 1) collate "C" > found.name_word and name_word(first_name, last_name, 1) collate "C" < ending
      order by name_word(first_name, last_name, 1) collate "C" limit 1)
      from found where found.name_word is not null)
    select 1, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 2) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 2) collate "C" >= start and name_word(first_name, last_name, 2) collate "C" < ending
      order by name_word(first_name, last_name, 2) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 2) collate "C" from contact
      where organization_id = organization
        and name_word(first_name, last_name, 2) collate "C" > found.name_word and name_word(first_name, last_name, 2) collate "C" < ending
      order by name_word(first_name, last_name, 2) collate "C" limit 1)
      from found where found.name_word is not null)
    select 2, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 3) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 3) is not null
        and name_word(first_name, last_name, 3) collate "C" >= start and name_word(first_name, last_name, 3) collate "C" < ending
      order by name_word(first_name, last_name, 3) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 3) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 3) is not null
        and name_word(first_name, last_name, 3) collate "C" > found.name_word and name_word(first_name, last_name, 3) collate "C" < ending
      order by name_word(first_name, last_name, 3) collate "C" limit 1)
      from found where found.name_word is not null)
    select 3, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 4) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 4) is not null
        and name_word(first_name, last_name, 4) collate "C" >= start and name_word(first_name, last_name, 4) collate "C" < ending
      order by name_word(first_name, last_name, 4) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 4) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 4) is not null
        and name_word(first_name, last_name, 4) collate "C" > found.name_word and name_word(first_name, last_name, 4) collate "C" < ending
      order by name_word(first_name, last_name, 4) collate "C" limit 1)
      from found where found.name_word is not null)
    select 4, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 5) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 5) is not null
        and name_word(first_name, last_name, 5) collate "C" >= start and name_word(first_name, last_name, 5) collate "C" < ending
      order by name_word(first_name, last_name, 5) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 5) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 5) is not null
        and name_word(first_name, last_name, 5) collate "C" > found.name_word and name_word(first_name, last_name, 5) collate "C" < ending
      order by name_word(first_name, last_name, 5) collate "C" limit 1)
      from found where found.name_word is not null)
    select 5, found.name_word from found where found.name_word is not null;
  return query
    with recursive found(name_word) as (
      (select name_word(first_name, last_name, 6) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 6) is not null
        and name_word(first_name, last_name, 6) collate "C" >= start and name_word(first_name, last_name, 6) collate "C" < ending
      order by name_word(first_name, last_name, 6) collate "C" limit 1)
      union all
      select (select name_word(first_name, last_name, 6) collate "C" from contact
      where organization_id = organization and name_word(first_name, last_name, 6) is not null
        and name_word(first_name, last_name, 6) collate "C" > found.name_word and name_word(first_name, last_name, 6) collate "C" < ending
      order by name_word(first_name, last_name, 6) collate "C" limit 1)
      from found where found.name_word is not null)
    select 6, found.name_word from found where found.name_word is not null;
end $$;

analyze contact;
