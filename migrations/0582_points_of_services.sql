-- Where a service's places are, in its own row: a search near a place measured how far each match is by looking up its
-- places one by one, which took longer than finding the matches. They follow the same changes as the cells.

create function shown_point(l location) returns cube language sql immutable parallel safe
return case when l.location_type <> 'virtual' then place_point(l.shown_latitude, l.shown_longitude) end;

alter table service_reach add column own_points cube[] not null default '{}', add column office_points cube[] not null default '{}';

create or replace function reach_of_services(services uuid[]) returns setof service_reach language sql stable as $$
  with own_place as materialized (
    select l.id, l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null as has_point, location_zone(l.id) as zone,
      own_cells(l) as cells, shown_point(l) as point
    from location l where l.id in (select location_id from service_at_location where service_id = any (services))),
  own as materialized (
    select s.id, s.organization_id, s.source_name, coalesce(bool_or(l.has_point), false) as has_point,
      coalesce(array_agg(distinct l.zone) filter (where l.zone is not null), '{}') as zones,
      coalesce(array_agg(distinct l.point) filter (where l.point is not null), '{}') as points
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
  office_points as materialized (
    select o.organization_id, coalesce(array_agg(distinct shown_point(l)) filter (where shown_point(l) is not null), '{}') as points
    from (select distinct organization_id from own where not has_point) o
    join location l on l.organization_id = o.organization_id
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
    array(select distinct cell from unnest(own_cells.cells || case when not own.has_point then office_cells.cells end) as cell order by cell),
    own.points, case when own.has_point then '{}' else coalesce(office_points.points, '{}') end
  from own
  left join area on area.service_id = own.id
  left join office on office.organization_id = own.organization_id
  left join office_cells on office_cells.organization_id = own.organization_id
  left join office_points on office_points.organization_id = own.organization_id
  left join own_cells on own_cells.service_id = own.id
  left join directory_source d on d.name = own.source_name
$$;

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
      time_zones = excluded.time_zones, cells = excluded.cells, own_points = excluded.own_points, office_points = excluded.office_points;
  end if;
  if rezoned is null then return; end if;
  update service_search s set hours_kind = h.kind
  from note_hours_kinds(array(select service_id from service_search where service_id = any (rezoned))) h
  where h.service_id = s.service_id and h.kind <> s.hours_kind;
end $$;

-- For the services of now, all at once. The cells do not change, and with them no row of the search.
alter table service_reach disable trigger spots_update;
update service_reach r set own_points = own.points
from (
  select at.service_id, array_agg(distinct shown_point(l)) as points
  from service_at_location at join location l on l.id = at.location_id
  where shown_point(l) is not null group by 1) own
where own.service_id = r.service_id;
update service_reach r set office_points = office.points
from (
  select organization_id, array_agg(distinct shown_point(l)) as points
  from location l where shown_point(l) is not null and organization_id is not null group by 1) office
where office.organization_id = r.organization_id and not r.is_placed;
alter table service_reach enable trigger spots_update;
