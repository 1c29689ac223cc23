-- A misspelt name is compared with the words of the names that an organization has on record, not with its people:
-- the same words come back. Each index has one entry for many people, and PostgreSQL jumps from word to word.
create function name_word(first_name text, last_name text, place integer) returns text
  language sql immutable strict parallel safe
  return nullif(split_part(regexp_replace(public.plain_text(first_name || ' ' || last_name), '[\s-]+', ' ', 'g'), ' ', place), '');

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
analyze contact;
