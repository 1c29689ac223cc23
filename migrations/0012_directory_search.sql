-- What a search reads: one row for each service that is listed, kept by triggers.

create text search configuration directory (copy = english);
alter text search configuration directory
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with unaccent, english_stem;

create table service_search (
  service_id       uuid primary key references service on delete cascade,
  organization_id  uuid not null,
  sort_name        text collate "C" not null,
  -- A: name; B: organization, keywords, categories; C: description and for whom
  document         tsvector not null,
  term_ids         uuid[] not null,
  languages        text[] not null,
  minimum_age      numeric,
  maximum_age      numeric,
  is_free          boolean not null,
  has_own_place    boolean not null,
  possible_minutes int4multirange not null
);
create index service_search_document on service_search using gin (document);
create index service_search_terms on service_search using gin (term_ids);
create index service_search_languages on service_search using gin (languages);
create index service_search_minutes on service_search using gist (possible_minutes);
create index service_search_sort on service_search (sort_name, service_id);
create index service_search_placeless on service_search (organization_id, service_id) where not has_own_place;

-- Every word of names, organizations, keywords and categories: what a misspelt word may have meant.
create table search_word (word text primary key);
create index search_word_trigram on search_word using gin (word gin_trgm_ops);

-- Words and phrases of one group mean the same to a search.
create table search_synonym (
  phrase  text primary key,
  meaning text not null
);
create index search_synonym_meaning on search_synonym (meaning);

create table taxonomy_term_count (
  taxonomy_term_id  uuid primary key references taxonomy_term on delete cascade,
  service_count     integer not null
);

-- Services whose search row is to be made anew; an import fills it, so that each row is made once.
create table service_search_stale (service_id uuid primary key);

create function refresh_service_search(changed uuid[]) returns void language plpgsql as $$
begin
  delete from service_search x where x.service_id = any (changed) and not exists (
    select from service s join organization o on o.id = s.organization_id
    where s.id = x.service_id and s.status = 'active' and o.standing in ('listed', 'verified'));
  insert into service_search
  select s.id, s.organization_id, left(lower(unaccent(s.name)), 60),
    setweight(to_tsvector('directory', concat_ws(' ', s.name, s.alternate_name)), 'A')
      || setweight(to_tsvector('directory', concat_ws(' ', o.name, o.alternate_name, p.name, s.keywords, t.names)), 'B')
      || setweight(to_tsvector('directory', left(concat_ws(' ', s.description, s.eligibility_description), 20000)), 'C'),
    coalesce(t.ids, '{}'), coalesce(l.names, '{}'), s.minimum_age, s.maximum_age,
    not coalesce(c.costs, false) and (coalesce(c.free, false) or coalesce(s.fees_description, '') ~* '^\s*(free|none|no (fee|fees|cost|costs|charge))\y'),
    exists (select from service_at_location where service_id = s.id), possible_minutes(s.id)
  from service s
  join organization o on o.id = s.organization_id
  left join program p on p.id = s.program_id
  left join lateral (
    select array_agg(distinct step) as ids, string_agg(distinct term.name, ' ') as names
    from attribute a join taxonomy_term term on term.id = a.taxonomy_term_id cross join unnest(term.path_ids) as step
    where a.service_id = s.id) t on true
  left join lateral (
    select array_agg(distinct lower(name)) as names from (
      select name from language where service_id = s.id
      union all
      select g.name from service_at_location place join language g on g.location_id = place.location_id where place.service_id = s.id) spoken) l on true
  left join lateral (select bool_or(amount > 0) as costs, bool_or(amount = 0) as free from cost_option where service_id = s.id) c on true
  where s.id = any (changed) and s.status = 'active' and o.standing in ('listed', 'verified')
  on conflict (service_id) do update set
    organization_id = excluded.organization_id, sort_name = excluded.sort_name, document = excluded.document, term_ids = excluded.term_ids,
    languages = excluded.languages, minimum_age = excluded.minimum_age, maximum_age = excluded.maximum_age, is_free = excluded.is_free,
    has_own_place = excluded.has_own_place, possible_minutes = excluded.possible_minutes
  where (service_search.*) is distinct from (excluded.*);
  insert into search_word
  select distinct word
  from service s
  join organization o on o.id = s.organization_id
  left join lateral (select string_agg(term.name, ' ') as names from attribute a join taxonomy_term term on term.id = a.taxonomy_term_id where a.service_id = s.id) t on true
  cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', s.name, s.alternate_name, o.name, s.keywords, t.names))), '[^a-z]+') as word
  where s.id = any (changed) and length(word) between 4 and 30
  order by word
  on conflict do nothing;
end $$;

create function count_terms() returns trigger language plpgsql as $$
begin
  insert into taxonomy_term_count as kept
  select term, sum(change) from (
    select unnest(term_ids) as term, 1 as change from after_rows
    union all
    select unnest(term_ids), -1 from before_rows) changes
  where exists (select from taxonomy_term where id = term)
  group by term having sum(change) <> 0 order by term
  on conflict (taxonomy_term_id) do update set service_count = kept.service_count + excluded.service_count;
  return null;
end $$;
create function count_new_terms() returns trigger language plpgsql as $$
begin
  insert into taxonomy_term_count as kept
  select term, count(*) from after_rows cross join unnest(term_ids) as term group by term order by term
  on conflict (taxonomy_term_id) do update set service_count = kept.service_count + excluded.service_count;
  return null;
end $$;
create function count_old_terms() returns trigger language plpgsql as $$
begin
  update taxonomy_term_count kept set service_count = kept.service_count - gone.services
  from (select term, count(*) as services from before_rows cross join unnest(term_ids) as term group by term order by term) gone
  where gone.term = kept.taxonomy_term_id;
  return null;
end $$;
create trigger count_new_terms after insert on service_search referencing new table as after_rows for each statement execute function count_new_terms();
create trigger count_terms after update on service_search referencing old table as before_rows new table as after_rows for each statement execute function count_terms();
create trigger count_old_terms after delete on service_search referencing old table as before_rows for each statement execute function count_old_terms();

-- Makes search rows anew at once, or notes them for the import that asked to wait.
create function service_search_changed(changed uuid[]) returns void language plpgsql as $$
begin
  if changed is null then return; end if;
  if current_setting('hearthline.search_later', true) = 'on' then
    insert into service_search_stale select distinct id from unnest(changed) as id where id is not null order by id on conflict do nothing;
  else
    perform refresh_service_search(changed);
  end if;
end $$;

-- One trigger function for every table that a search row is made of. A row names its service, its place, or its service at a place.
create function directory_row_changed() returns trigger language plpgsql as $$
begin
  perform service_search_changed((
    select array_agg(distinct affected) from (
      select (to_jsonb(r) ->> 'service_id')::uuid as affected from changed_rows r
      union all
      select place.service_id from changed_rows r join service_at_location place on place.location_id = (to_jsonb(r) ->> 'location_id')::uuid
        where to_jsonb(r) ->> 'service_id' is null
      union all
      select place.service_id from changed_rows r join service_at_location place on place.id = (to_jsonb(r) ->> 'service_at_location_id')::uuid
    ) ids where affected is not null));
  return null;
end $$;
do $$
declare t text;
begin
  foreach t in array array['attribute', 'language', 'schedule', 'cost_option', 'service_at_location'] loop
    execute format('create trigger search_insert after insert on %I referencing new table as changed_rows for each statement execute function directory_row_changed()', t);
    execute format('create trigger search_update after update on %I referencing new table as changed_rows for each statement execute function directory_row_changed()', t);
    execute format('create trigger search_delete after delete on %I referencing old table as changed_rows for each statement execute function directory_row_changed()', t);
  end loop;
end $$;

create function directory_service_changed() returns trigger language plpgsql as $$
begin
  perform service_search_changed((select array_agg(id) from changed_rows));
  return null;
end $$;
create trigger search_insert after insert on service referencing new table as changed_rows for each statement execute function directory_service_changed();
create trigger search_update after update on service referencing new table as changed_rows for each statement execute function directory_service_changed();

create function directory_organization_changed() returns trigger language plpgsql as $$
begin
  perform service_search_changed((
    select array_agg(s.id) from after_rows n join before_rows o on o.id = n.id join service s on s.organization_id = n.id
    where (n.name, n.alternate_name, n.standing) is distinct from (o.name, o.alternate_name, o.standing)));
  return null;
end $$;
create trigger search_update after update on organization referencing old table as before_rows new table as after_rows
  for each statement execute function directory_organization_changed();
