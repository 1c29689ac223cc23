-- What records of one person have in common, so that likely duplicates are found by an index.
create extension if not exists fuzzystrmatch;

-- How a word sounds, in English and Spanish: one code for "Vasquez", "Basquez" and "Vazquez". Of other alphabets, the
-- word itself: dmetaphone reads only Latin letters.
create function name_sound(word text) returns text language sql immutable strict parallel safe
  return case when word ~ '^[a-z]+$'
    then coalesce(nullif(public.dmetaphone(translate(replace(regexp_replace(word, '^h', ''), 'll', 'y'), 'vz', 'bs')), ''), word)
    else word end;

-- The codes of the words of a name, without particles.
create function name_sounds(name text) returns text[] language sql immutable strict parallel safe
  return (select coalesce(array_agg(distinct public.name_sound(word)), '{}')
    from regexp_split_to_table(public.plain_text(name), '[\s,.''’-]+') word
    where word <> '' and word <> all ('{de,la,las,los,del,y,van,der,von,jr,sr,ii,iii}'));

-- The house number of an address.
create function house_number(address text) returns text language sql immutable parallel safe
  return coalesce(substring(address from '\d+'), '');

-- Two records of an organization are compared if they share one of these: two words of the name; a word and the birth
-- date, also with day and month swapped; a word and the address. Numbers, because an index of them is small.
create function person_keys(
  organization_id uuid, first_name text, last_name text, birth_date date, postal_code text, address text
) returns bigint[] language sql immutable parallel safe
  return (
    with sound as (select distinct code from unnest(public.name_sounds(first_name || ' ' || last_name)) code)
    select coalesce(array_agg(hashtextextended(organization_id || ' ' || key, 0)), '{}') from (
      select 'n ' || one.code || ' ' || other.code as key from sound one join sound other on one.code < other.code
      union all
      select 'n ' || min(code) from sound having count(*) = 1
      union all
      select 'b ' || extract(year from birth_date)::integer || ' '
        || least(extract(month from birth_date), extract(day from birth_date))::integer || ' '
        || greatest(extract(month from birth_date), extract(day from birth_date))::integer || ' ' || code
      from sound where birth_date is not null
      union all
      select 'a ' || left(postal_code, 5) || ' ' || public.house_number(address) || ' ' || code
      from sound where postal_code is not null and public.house_number(address) <> ''
    ) made);

-- Without a list of what is pending, which each search would read from its beginning to its end.
create index contact_keys on contact
  using gin (person_keys(organization_id, first_name, last_name, birth_date, postal_code, address_1))
  with (fastupdate = off) where organization_id is not null;
