-- A service is found by the names of its places too, but not by that of a confidential one.
create function place_words(of_service uuid) returns text language sql stable as $$
  select left(string_agg(distinct concat_ws(' ', l.name, l.alternate_name), ' '), 5000)
  from service_at_location at join location l on l.id = at.location_id
  where at.service_id = of_service and not l.is_confidential and l.removed_from is null
$$;


create or replace function refresh_service_search(changed uuid[]) returns void language plpgsql as $$
begin
  delete from service_search x where x.service_id = any (changed) and not exists (
    select from service s join organization o on o.id = s.organization_id
    where s.id = x.service_id and coalesce(s.status, 'active') = 'active' and o.standing in ('listed', 'verified'));
  insert into service_search (service_id, organization_id, sort_name, document, term_ids, languages, minimum_age, maximum_age, is_free, has_own_place, hours_kind)
  select s.id, s.organization_id, left(lower(unaccent(s.name)), 60),
    setweight(to_tsvector('directory', concat_ws(' ', s.name, s.alternate_name)), 'A')
      || setweight(to_tsvector('directory', concat_ws(' ', case when not o.is_stand_in then o.name end, o.alternate_name, p.name, s.keywords, t.names, place_words(s.id))), 'B')
      || setweight(to_tsvector('directory', left(concat_ws(' ', s.description, s.eligibility_description), 20000)), 'C'),
    coalesce(t.ids, '{}'), coalesce(l.names, '{}'), s.minimum_age, s.maximum_age,
    case when s.cost is not null then s.cost = 'free'
      else not coalesce(c.costs, false) and (coalesce(c.free, false) or coalesce(s.fees_description, '') ~* '^\s*(free|none|no (fee|fees|cost|costs|charge))\y') end,
    exists (select from service_at_location where service_id = s.id), h.kind
  from service s
  join organization o on o.id = s.organization_id
  join note_hours_kinds(changed) h on h.service_id = s.id
  left join program p on p.id = s.program_id and p.removed_on is null
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
  where s.id = any (changed) and coalesce(s.status, 'active') = 'active' and o.standing in ('listed', 'verified')
  on conflict (service_id) do update set
    organization_id = excluded.organization_id, sort_name = excluded.sort_name, document = excluded.document, term_ids = excluded.term_ids,
    languages = excluded.languages, minimum_age = excluded.minimum_age, maximum_age = excluded.maximum_age, is_free = excluded.is_free,
    has_own_place = excluded.has_own_place, hours_kind = excluded.hours_kind
  where (service_search.*) is distinct from (excluded.*);
  insert into search_word
  select distinct given.word
  from service s
  join organization o on o.id = s.organization_id
  left join lateral (select string_agg(term.name, ' ') as names from attribute a join taxonomy_term term on term.id = a.taxonomy_term_id where a.service_id = s.id) t on true
  cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', s.name, s.alternate_name, case when not o.is_stand_in then o.name end, s.keywords, t.names, place_words(s.id)))), '[^a-z]+') as given(word)
  where s.id = any (changed) and length(given.word) between 4 and 30
    and not exists (select from search_word known where known.word = given.word);
end $$;

-- The speller no longer suggests words that only a former name had, or that of a place that became confidential.
create function directory_place_changed() returns trigger language plpgsql as $$
declare changed uuid[] := array(
  select n.id from after_rows n join before_rows o on o.id = n.id
  where (n.name, n.alternate_name, n.is_confidential, n.removed_from) is distinct from (o.name, o.alternate_name, o.is_confidential, o.removed_from));
begin
  if cardinality(changed) = 0 then return null; end if;
  perform service_search_changed((select array_agg(distinct service_id) from service_at_location where location_id = any (changed)));
  delete from search_word w using (
    select distinct given.word
    from before_rows o cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', o.name, o.alternate_name))), '[^a-z]+') as given(word)
    where o.id = any (changed)) former
  where w.word = former.word and not any_service_has(plainto_tsquery('directory', former.word));
  return null;
end $$;
create trigger search_update after update on location referencing old table as before_rows new table as after_rows
  for each statement execute function directory_place_changed();

-- The services of now. This rebuilds the indexes once; an update would write to each of them for every row.
alter table service_search alter column document type tsvector
  using coalesce(document || setweight(to_tsvector('directory', place_words(service_id)), 'B'), document);
insert into search_word
select distinct given.word
from service_search s cross join lateral regexp_split_to_table(lower(unaccent(place_words(s.service_id))), '[^a-z]+') as given(word)
where length(given.word) between 4 and 30 and not exists (select from search_word known where known.word = given.word);
analyze service_search;
