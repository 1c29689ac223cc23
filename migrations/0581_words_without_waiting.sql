-- Two transactions that add the same word at the same time do not wait for each other: an import that did, while it held
-- rows for which a merge waited, ended in a deadlock. The word is there twice then, which changes no search.
alter table search_word drop constraint search_word_pkey;
create index search_word_word on search_word (word);

create or replace function refresh_service_search(changed uuid[]) returns void language plpgsql as $$
begin
  delete from service_search x where x.service_id = any (changed) and not exists (
    select from service s join organization o on o.id = s.organization_id
    where s.id = x.service_id and coalesce(s.status, 'active') = 'active' and o.standing in ('listed', 'verified'));
  insert into service_search (service_id, organization_id, sort_name, document, term_ids, languages, minimum_age, maximum_age, is_free, has_own_place, hours_kind)
  select s.id, s.organization_id, left(lower(unaccent(s.name)), 60),
    setweight(to_tsvector('directory', concat_ws(' ', s.name, s.alternate_name)), 'A')
      || setweight(to_tsvector('directory', concat_ws(' ', case when not o.is_stand_in then o.name end, o.alternate_name, p.name, s.keywords, t.names)), 'B')
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
  cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', s.name, s.alternate_name, case when not o.is_stand_in then o.name end, s.keywords, t.names))), '[^a-z]+') as given(word)
  where s.id = any (changed) and length(given.word) between 4 and 30
    and not exists (select from search_word known where known.word = given.word);
end $$;
