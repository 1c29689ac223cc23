-- Where a service counts as being: cells of five sizes that contain its places, or those of its organization if it has
-- none. One index with words, cells, areas and categories finds what has these words here; without it, either all that
-- has the words in the country is read, or all that is here.

-- The cells of a point, smallest first. `search-spots.ts` knows the same letters and sizes.
create function place_cells(latitude double precision, longitude double precision, letters text) returns text[] language sql immutable parallel safe
return case when latitude is null or longitude is null then '{}'::text[] else array[
  substr(letters, 1, 1) || floor(latitude / 0.00625)::integer || ':' || floor(longitude / 0.00625)::integer,
  substr(letters, 2, 1) || floor(latitude / 0.025)::integer || ':' || floor(longitude / 0.025)::integer,
  substr(letters, 3, 1) || floor(latitude / 0.1)::integer || ':' || floor(longitude / 0.1)::integer,
  substr(letters, 4, 1) || floor(latitude / 0.4)::integer || ':' || floor(longitude / 0.4)::integer,
  substr(letters, 5, 1) || floor(latitude / 1.6)::integer || ':' || floor(longitude / 1.6)::integer] end;
-- Those of a service's own place, and of a place of its organization, which counts as farther away.
create function own_cells(l location) returns text[] language sql immutable parallel safe
return case when l.location_type <> 'virtual' then place_cells(l.shown_latitude, l.shown_longitude, 'ABCDE') else '{}' end;
create function office_cells(l location) returns text[] language sql immutable parallel safe
return case when l.location_type <> 'virtual' then place_cells(l.shown_latitude, l.shown_longitude, 'PQRST') else '{}' end;

alter table service_reach add column cells text[] not null default '{}';

create or replace function reach_of_services(services uuid[]) returns setof service_reach language sql stable as $$
  with own_place as materialized (
    select l.id, l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null as has_point, location_zone(l.id) as zone,
      own_cells(l) as cells
    from location l where l.id in (select location_id from service_at_location where service_id = any (services))),
  own as materialized (
    select s.id, s.organization_id, s.source_name, coalesce(bool_or(l.has_point), false) as has_point,
      coalesce(array_agg(distinct l.zone) filter (where l.zone is not null), '{}') as zones
    from service s
    left join service_at_location p on p.service_id = s.id
    left join own_place l on l.id = p.location_id
    where s.id = any (services)
    group by s.id),
  -- The places of an organization count only for services that have no point or no zone of their own.
  office as materialized (
    select o.organization_id, coalesce(bool_or(l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null), false) as has_point,
      coalesce(array_agg(distinct zone) filter (where zone is not null), '{}') as zones
    from (select organization_id, bool_or(zones = '{}') as needs_zones from own where zones = '{}' or not has_point group by organization_id) o
    join location l on l.organization_id = o.organization_id
    cross join lateral (select case when o.needs_zones then location_zone(l.id) end as zone) w
    group by o.organization_id),
  office_cells as materialized (
    select o.organization_id, array_agg(distinct cell) as cells
    from (select distinct organization_id from own where not has_point) o
    join location l on l.organization_id = o.organization_id
    cross join unnest(office_cells(l)) as cell
    group by o.organization_id),
  own_cells as materialized (
    select p.service_id, array_agg(distinct cell) as cells
    from service_at_location p join own_place l on l.id = p.location_id cross join unnest(l.cells) as cell
    where p.service_id = any (services)
    group by p.service_id),
  area as materialized (
    select a.service_id, coalesce(array_agg(distinct key) filter (where a.stated_by <> 'guess'), '{}') as said,
      coalesce(array_agg(distinct key) filter (where a.stated_by = 'guess'), '{}') as guessed
    from (
      select service_id, keys, stated_by from service_area where service_id = any (services)
      union all
      select p.service_id, x.keys, x.stated_by from service_at_location p join service_area x on x.service_at_location_id = p.id
      where p.service_id = any (services)) a
    cross join unnest(a.keys) as key
    group by a.service_id)
  select own.id, own.organization_id,
    case when area.said <> '{}' then area.said when area.guessed <> '{}' then area.guessed
      when not own.has_point and not coalesce(office.has_point, false) then coalesce(d.default_area, '{}') else '{}' end,
    case when area.said <> '{}' then 'said' when area.guessed <> '{}' then 'guess'
      when not own.has_point and not coalesce(office.has_point, false) and coalesce(d.default_area, '{}') <> '{}' then 'source' else 'none' end,
    own.has_point, case when own.zones <> '{}' then own.zones else coalesce(office.zones, '{}') end,
    array(select distinct cell from unnest(own_cells.cells || case when not own.has_point then office_cells.cells end) as cell order by cell)
  from own
  left join area on area.service_id = own.id
  left join office on office.organization_id = own.organization_id
  left join office_cells on office_cells.organization_id = own.organization_id
  left join own_cells on own_cells.service_id = own.id
  left join directory_source d on d.name = own.source_name
$$;

create or replace function refresh_service_reach(changed uuid[]) returns void language plpgsql as $$
declare
  outdated uuid[] := array(
    select n.service_id from reach_of_services(changed) n left join service_reach r on r.service_id = n.service_id
    where r is distinct from n);
begin
  if outdated = '{}' then return; end if;
  -- What another transaction is changing now is waited for, and then seen.
  perform from service_reach where service_id = any (outdated) order by service_id for update;
  insert into service_reach
  select * from reach_of_services(outdated) order by service_id
  on conflict (service_id) do update set
    organization_id = excluded.organization_id, area_keys = excluded.area_keys, area_basis = excluded.area_basis, is_placed = excluded.is_placed,
    time_zones = excluded.time_zones, cells = excluded.cells;
end $$;

-- A place whose point is shown elsewhere has other cells.
create or replace function reach_location_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform service_reach_changed((
      with moved as (
        select n.id, n.organization_id, o.organization_id as former_id from after_rows n join before_rows o on o.id = n.id
        where (n.organization_id, n.location_type, n.latitude, n.longitude, n.zip_latitude, n.zip_longitude, n.shown_latitude, n.shown_longitude)
          is distinct from (o.organization_id, o.location_type, o.latitude, o.longitude, o.zip_latitude, o.zip_longitude, o.shown_latitude, o.shown_longitude))
      select array_agg(id) from (
        select service_id as id from service_at_location where location_id in (select id from moved)
        union
        select services_at_office(array(select organization_id from moved union select former_id from moved))) affected));
  else
    -- A service at a place that is new or gone changes with the row that names both.
    perform service_reach_changed(array(
      select services_at_office(array(select distinct organization_id from changed_rows))));
  end if;
  return null;
end $$;

update service_reach r set cells = found.cells from (
  select service_id, array_agg(distinct cell order by cell) as cells from (
    select p.service_id, unnest(own_cells(l)) as cell from service_at_location p join location l on l.id = p.location_id
    union all
    select x.service_id, unnest(office_cells(l)) from service_reach x join location l on l.organization_id = x.organization_id where not x.is_placed) at
  group by service_id) found
where found.service_id = r.service_id;

-- Cells and areas of a service, and the first digits of its identifier: what very many services have is counted in a
-- sixteenth of them, and read part by part.
create function spots_of(for_service uuid) returns text[] language sql stable as $$
  select coalesce((select cells || area_keys from service_reach where service_id = for_service), '{}') || array['I' || left(for_service::text, 3), 'J' || left(for_service::text, 1)]
$$;

create function note_spots() returns trigger language plpgsql as $$
begin
  new.spots := spots_of(new.service_id);
  return new;
end $$;

drop index service_search_document;
alter table service_search add column spots text[] not null default '{}';
-- Fills it in and rebuilds the indexes once; an update would write to each of them for every row.
alter table service_search alter column spots type text[] using spots_of(service_id);
create index service_search_found on service_search using gin (document, spots, term_ids);

create trigger spots before insert or update on service_search for each row execute function note_spots();

create function reach_spots_changed() returns trigger language plpgsql as $$
begin
  update service_search s set spots = '{}' from changed_rows c
  where s.service_id = c.service_id and s.spots is distinct from spots_of(c.service_id);
  return null;
end $$;
create trigger spots_insert after insert on service_reach referencing new table as changed_rows
  for each statement execute function reach_spots_changed();
create trigger spots_update after update on service_reach referencing new table as changed_rows
  for each statement execute function reach_spots_changed();

-- The search chooses by what the rows have in common.
analyze service_search;
