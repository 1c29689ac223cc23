-- Whether very many services are open now. Services with the same hours in the same time zones have the same kind of hours:
-- it is asked once for each kind, ahead of time. See docs/decisions/0317-kinds-of-hours.md.

-- What is left of deciding_schedules when its rows are known: the nearest level that says anything on this day.
create function deciding_among(candidates schedule[], levels int[], on_day date) returns setof schedule language plpgsql stable as $$
declare
  nearest int;
begin
  if candidates is null then return; end if;
  return query select (c).* from unnest(candidates) as c where c.is_holiday and schedule_applies(c, on_day);
  if found then return; end if;
  for at in 1 .. array_length(candidates, 1) loop
    if not candidates[at].is_holiday and schedule_is_valid(candidates[at], on_day) and schedule_speaks(candidates[at]) then
      nearest := levels[at];
      exit;
    end if;
  end loop;
  for at in 1 .. array_length(candidates, 1) loop
    if not candidates[at].is_holiday and (nearest is null or levels[at] = nearest) then return next candidates[at]; end if;
  end loop;
end $$;

create or replace function deciding_schedules(for_service uuid, at_location uuid, on_day date) returns setof schedule language plpgsql stable as $$
declare
  candidates schedule[];
  levels int[];
begin
  select array_agg(c.s order by c.level), array_agg(c.level order by c.level) into candidates, levels from (
    select s, 1 as level from service_at_location p join schedule s on s.service_at_location_id = p.id
      where p.service_id = for_service and p.location_id = at_location
    union all
    select s, 2 from schedule s
      where s.service_id = for_service and s.service_at_location_id is null and coalesce(s.location_id = at_location, true)
    union all
    select s, 3 from schedule s
      where s.location_id = at_location and s.service_at_location_id is null and s.service_id is null
  ) c;
  return query select * from deciding_among(candidates, levels, on_day);
end $$;

create table hours_kind (
  -- A hash of the rules.
  id           bigint primary key,
  -- Of each place: its time zone, null if only the portal's is known, and its rows of `schedule`, each with its level.
  rules        jsonb not null,
  -- When this is open, if that is known ahead; where no zone is known, by the clock of this one.
  time_zone    text,
  known_from   timestamptz,
  known_until  timestamptz,
  open_at      tstzmultirange
);

-- The rules of services. The same levels as deciding_schedules, and the same zones as the hours that are shown.
create function hours_of_services(services uuid[]) returns table (service_id uuid, rules jsonb) language sql stable as $$
  with reach as materialized (
    select x.id as service_id, coalesce(r.time_zones, '{}') as zones from unnest(services) as x(id) left join service_reach r on r.service_id = x.id),
  place as materialized (
    select r.service_id, p.location_id, p.id as pair_id,
      case when cardinality(r.zones) = 1 then r.zones[1] else coalesce(location_zone(p.location_id), zone_of_hours(r.service_id, p.location_id)) end as zone
    from reach r join service_at_location p on p.service_id = r.service_id
    union all
    select r.service_id, null, null, coalesce(r.zones[1], zone_of_hours(r.service_id, null))
    from reach r where not exists (select from service_at_location p where p.service_id = r.service_id)),
  rule as (
    select p.*, 1 as level, s from place p join schedule s on s.service_at_location_id = p.pair_id
    union all
    select p.*, 2, s from place p join schedule s on s.service_id = p.service_id
    where s.service_at_location_id is null and coalesce(s.location_id = p.location_id, true)
    union all
    select p.*, 3, s from place p join schedule s on s.location_id = p.location_id
    where s.service_at_location_id is null and s.service_id is null),
  place_rules as (
    select rule.service_id, jsonb_build_object('zone', zone, 'rows', jsonb_agg(distinct jsonb_build_array(level, jsonb_strip_nulls(to_jsonb(s)
      - '{id,service_id,location_id,service_at_location_id,timezone,description,schedule_link,attending_type,notes,source_name,source_key,source_location_id,by_appointment}'::text[])))) as rules
    from rule group by rule.service_id, location_id, zone)
  select reach.service_id, coalesce(jsonb_agg(distinct p.rules) filter (where p.rules is not null), '[]')
  from reach left join place_rules p on p.service_id = reach.service_id
  group by reach.service_id
$$;
create function hours_kind_of(rules jsonb) returns bigint language sql immutable parallel safe return hashtextextended(rules::text, 0);

-- The kinds of services, which are kept from now on. Nobody removes a kind until this transaction ends.
create function note_hours_kinds(services uuid[]) returns table (service_id uuid, kind bigint) language plpgsql as $$
declare
  found_kinds bigint[];
  made jsonb;
begin
  select jsonb_agg(jsonb_build_array(h.service_id, hours_kind_of(h.rules)::text, h.rules)) into made from hours_of_services(services) h;
  if made is null then return; end if;
  found_kinds := array(select distinct (e ->> 1)::bigint from jsonb_array_elements(made) e);
  loop
    insert into hours_kind (id, rules)
    select distinct on (1) (e ->> 1)::bigint, e -> 2 from jsonb_array_elements(made) e order by 1
    on conflict do nothing;
    perform from hours_kind k where k.id = any (found_kinds) order by k.id for key share;
    exit when (select count(*) from hours_kind k where k.id = any (found_kinds)) = cardinality(found_kinds);
  end loop;
  return query select (e ->> 0)::uuid, (e ->> 1)::bigint from jsonb_array_elements(made) e;
end $$;

-- When it is open, for the days of the clocks between these instants.
create function open_times(rules jsonb, from_time timestamptz, to_time timestamptz, default_zone text) returns tstzmultirange language sql stable as $$
  select coalesce(range_agg(tstzrange(i.opens, i.closes)), '{}')
  from jsonb_array_elements(rules) as place
  cross join lateral (select coalesce(place ->> 'zone', default_zone) as zone) z
  cross join lateral (
    select array_agg(jsonb_populate_record(null::schedule, r -> 1) order by r -> 0) as candidates, array_agg((r ->> 0)::integer order by r -> 0) as levels
    from jsonb_array_elements(place -> 'rows') as r) c
  cross join lateral generate_series((from_time at time zone z.zone)::date - 1, (to_time at time zone z.zone)::date, interval '1 day') as day
  cross join lateral deciding_among(c.candidates, c.levels, day::date) s
  cross join lateral (
    select instant_of(day::date, s.opens_at, z.zone) as opens,
      instant_of(day::date + case when s.closes_at <= s.opens_at then 1 else 0 end, s.closes_at, z.zone) as closes) i
  where s.is_understood and s.opens_at is not null and s.closes_at is not null and schedule_applies(s, day::date) and i.opens < i.closes
$$;

-- The kinds of hours that are open at an instant.
create function open_hours_kinds(at_time timestamptz, default_zone text) returns setof bigint language sql stable rows 1000 as $$
  select id from hours_kind
  where case when known_from <= at_time and known_until > at_time and time_zone = default_zone then open_at @> at_time
    else open_times(rules, at_time, at_time, default_zone) @> at_time end
$$;

-- Finds out ahead when kinds are open, for ten days, and removes those that no service has any more. Says how many it did.
create function look_ahead_at_hours(at_time timestamptz, default_zone text, most integer) returns integer language plpgsql as $$
declare
  due bigint[] := array(
    select id from hours_kind
    where not coalesce(known_from <= at_time and known_until > at_time + interval '3 days' and time_zone = default_zone, false)
    order by id limit most for update skip locked);
begin
  -- A statement of its own: it sees who began to use a kind before that was locked.
  delete from hours_kind k where id = any (due) and not exists (select from service_search s where s.hours_kind = k.id);
  update hours_kind set time_zone = default_zone, known_from = at_time - interval '1 hour', known_until = at_time + interval '10 days',
    open_at = open_times(rules, at_time - interval '1 hour', at_time + interval '10 days', default_zone)
  where id = any (due);
  return cardinality(due);
end $$;

-- The kinds of all services that are listed.
create table kind_of_service (service_id uuid primary key, kind bigint not null);
do $$
declare
  slice uuid[];
  last uuid;
begin
  loop
    slice := array(select service_id from service_search where last is null or service_id > last order by service_id limit 5000);
    exit when slice = '{}';
    insert into kind_of_service select * from note_hours_kinds(slice);
    last := slice[cardinality(slice)];
  end loop;
end $$;
analyze kind_of_service;
create function kind_of(for_service uuid) returns bigint language sql stable as $$
  select kind from kind_of_service where service_id = for_service
$$;

drop function is_open_now;
alter table service_search drop column possible_minutes;
alter table service_search add column hours_kind bigint not null default 0;
-- Fills it in and rebuilds the indexes once; an update would write to each of them for every row.
alter table service_search alter column hours_kind type bigint using kind_of(service_id), alter column hours_kind drop default;
create index service_search_hours on service_search (hours_kind);

-- As in the service: so the map counts what is open without reading it.
drop index service_point_cell;
alter table service_point add column hours_kind bigint not null default 0;
alter table service_point alter column hours_kind type bigint using kind_of(service_id), alter column hours_kind drop default;
create index service_point_cell on service_point (qx, qy) include (service_id, location_id, hours_kind);
drop function kind_of;
drop table kind_of_service;
drop function possible_minutes;

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
  where s.id = any (changed) and coalesce(s.status, 'active') = 'active' and o.standing in ('listed', 'verified')
  on conflict (service_id) do update set
    organization_id = excluded.organization_id, sort_name = excluded.sort_name, document = excluded.document, term_ids = excluded.term_ids,
    languages = excluded.languages, minimum_age = excluded.minimum_age, maximum_age = excluded.maximum_age, is_free = excluded.is_free,
    has_own_place = excluded.has_own_place, hours_kind = excluded.hours_kind
  where (service_search.*) is distinct from (excluded.*);
  insert into search_word
  select distinct word
  from service s
  join organization o on o.id = s.organization_id
  left join lateral (select string_agg(term.name, ' ') as names from attribute a join taxonomy_term term on term.id = a.taxonomy_term_id where a.service_id = s.id) t on true
  cross join lateral regexp_split_to_table(lower(unaccent(concat_ws(' ', s.name, s.alternate_name, case when not o.is_stand_in then o.name end, s.keywords, t.names))), '[^a-z]+') as word
  where s.id = any (changed) and length(word) between 4 and 30
  order by word
  on conflict do nothing;
end $$;

-- A row of hours, or a place, that goes from one service to another changes both; `search_update` knows the new one.
create function directory_row_moved() returns trigger language plpgsql as $$
begin
  perform service_search_changed((
    select array_agg(distinct affected) from (
      select o.row from (select b.id, to_jsonb(b) as row from before_rows b) o join (select a.id, to_jsonb(a) as row from after_rows a) n on n.id = o.id
      where (o.row ->> 'service_id', o.row ->> 'location_id', o.row ->> 'service_at_location_id')
        is distinct from (n.row ->> 'service_id', n.row ->> 'location_id', n.row ->> 'service_at_location_id')) moved
    cross join lateral (
      select (moved.row ->> 'service_id')::uuid as affected
      union all
      select p.service_id from service_at_location p
      where p.location_id = (moved.row ->> 'location_id')::uuid and moved.row ->> 'service_id' is null
      union all
      select p.service_id from service_at_location p where p.id = (moved.row ->> 'service_at_location_id')::uuid) ids
    where affected is not null));
  return null;
end $$;
create trigger search_update_from after update on schedule referencing old table as before_rows new table as after_rows
  for each statement execute function directory_row_moved();
create trigger search_update_from after update on service_at_location referencing old table as before_rows new table as after_rows
  for each statement execute function directory_row_moved();

-- Places in other time zones are other hours; two places of a service may exchange their zones.
create or replace function refresh_service_reach(changed uuid[]) returns void language plpgsql as $$
declare
  outdated uuid[];
  rezoned uuid[];
begin
  select array_agg(n.service_id) filter (where r is distinct from n),
      array_agg(n.service_id) filter (where n.time_zones is distinct from r.time_zones or cardinality(n.time_zones) > 1)
    into outdated, rezoned
    from reach_of_services(changed) n left join service_reach r on r.service_id = n.service_id;
  if outdated is not null then
    -- What another transaction is changing now is waited for, and then seen.
    perform from service_reach where service_id = any (outdated) order by service_id for update;
    insert into service_reach
    select * from reach_of_services(outdated) order by service_id
    on conflict (service_id) do update set
      organization_id = excluded.organization_id, area_keys = excluded.area_keys, area_basis = excluded.area_basis, is_placed = excluded.is_placed,
      time_zones = excluded.time_zones, cells = excluded.cells;
  end if;
  if rezoned is null then return; end if;
  update service_search s set hours_kind = h.kind
  from note_hours_kinds(array(select service_id from service_search where service_id = any (rezoned))) h
  where h.service_id = s.service_id and h.kind <> s.hours_kind;
end $$;

-- Compares with the points and not with the row before: a point may have been made meanwhile, with categories of before.
create or replace function point_terms_changed() returns trigger language plpgsql as $$
begin
  update service_point p set term_ids = a.term_ids, hours_kind = a.hours_kind from after_rows a
  where p.service_id = a.service_id and (p.term_ids <> a.term_ids or p.hours_kind <> a.hours_kind);
  return null;
end $$;

create or replace function refresh_service_points(services uuid[], locations uuid[]) returns void language plpgsql as $$
begin
  if services is null or services = '{}' then return; end if;
  -- Whoever is hiding a place now is waited for, and then seen.
  perform from location l
  where l.id in (
    select location_id from service_at_location where service_id = any (services)
    union all
    select o.id from location o join service_search x on x.organization_id = o.organization_id
    where x.service_id = any (services) and not x.has_own_place)
    and (locations is null or l.id = any (locations))
  order by l.id for share;
  delete from service_point p
  where p.service_id = any (services) and (locations is null or p.location_id = any (locations))
    and not exists (
      select from points_of_services(services, locations) n where n.service_id = p.service_id and n.location_id = p.location_id);
  insert into service_point (service_id, location_id, latitude, longitude, is_approximate, term_ids, hours_kind)
  select n.service_id, n.location_id, n.latitude, n.longitude, n.is_approximate, x.term_ids, x.hours_kind
  from points_of_services(services, locations) n join service_search x on x.service_id = n.service_id
  order by n.service_id, n.location_id
  on conflict (service_id, location_id) do update set
    latitude = excluded.latitude, longitude = excluded.longitude, is_approximate = excluded.is_approximate
  where (service_point.latitude, service_point.longitude, service_point.is_approximate)
    is distinct from (excluded.latitude, excluded.longitude, excluded.is_approximate);
end $$;

-- A point that changes only its hours is counted as before.
drop trigger map_cells_update on service_point;
drop trigger map_cells_update_from on service_point;
create function note_changed_points() returns trigger language plpgsql as $$
begin
  insert into map_cell_change (qx, qy, delta, term_ids)
  select side.qx, side.qy, side.delta, side.term_ids
  from before_rows b join after_rows a on a.service_id = b.service_id and a.location_id = b.location_id
  cross join lateral (values (b.qx, b.qy, -1, b.term_ids), (a.qx, a.qy, 1, a.term_ids)) as side(qx, qy, delta, term_ids)
  where (a.qx, a.qy, a.term_ids) is distinct from (b.qx, b.qy, b.term_ids);
  return null;
end $$;
create trigger map_cells_update after update on service_point referencing old table as before_rows new table as after_rows
  for each statement execute function note_changed_points();

-- With the zone that most portals have; another portal finds it out by its own.
select look_ahead_at_hours(now(), 'America/New_York', null);

analyze service_point;
analyze service_search;
analyze hours_kind;

-- Afterwards: vacuum service_point
-- Afterwards: vacuum service_search
