-- A place of an organization with many services: only those whose reach depends on it are computed, its places once for
-- all of them, and only rows that change are locked, in order.

-- The reach of services as it should be.
create function reach_of_services(services uuid[]) returns setof service_reach language sql stable as $$
  with own_place as materialized (
    select l.id, l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null as has_point, location_zone(l.id) as zone
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
    own.has_point, case when own.zones <> '{}' then own.zones else coalesce(office.zones, '{}') end
  from own
  left join area on area.service_id = own.id
  left join office on office.organization_id = own.organization_id
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
    time_zones = excluded.time_zones;
end $$;

-- The services whose reach depends on the places of their organization.
create function services_at_office(organizations uuid[]) returns setof uuid language sql stable as $$
  select r.service_id from service s join service_reach r on r.service_id = s.id
  where s.organization_id = any (organizations) and (not r.is_placed or r.time_zones = '{}')
$$;

create or replace function reach_location_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform service_reach_changed((
      with moved as (
        select n.id, n.organization_id, o.organization_id as former_id from after_rows n join before_rows o on o.id = n.id
        where (n.organization_id, n.location_type, n.latitude, n.longitude, n.zip_latitude, n.zip_longitude)
          is distinct from (o.organization_id, o.location_type, o.latitude, o.longitude, o.zip_latitude, o.zip_longitude))
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

create function services_at_addresses(locations uuid[]) returns uuid[] language sql stable as $$
  select array(
    select service_id from service_at_location where location_id = any (locations)
    union
    select services_at_office(array(select distinct organization_id from location where id = any (locations))))
$$;
create or replace function reach_address_changed() returns trigger language plpgsql as $$
begin
  perform service_reach_changed(services_at_addresses(array(select location_id from changed_rows)));
  return null;
end $$;

-- Of an address, only its ZIP code counts, and which of a location's addresses comes first.
create function reach_address_updated() returns trigger language plpgsql as $$
begin
  perform service_reach_changed(services_at_addresses(array(
    select unnest(array[n.location_id, o.location_id]) from after_rows n join before_rows o on o.id = n.id
    where (n.location_id, n.postal_code, n.address_type) is distinct from (o.location_id, o.postal_code, o.address_type))));
  return null;
end $$;
drop trigger reach_update on address;
drop trigger reach_update_from on address;
create trigger reach_update after update on address referencing old table as before_rows new table as after_rows
  for each statement execute function reach_address_updated();
