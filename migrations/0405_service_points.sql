-- The map: a point for each service at each place that anybody may know. A confidential place has none, nor has a
-- virtual one: what is not here is on no map, in no cluster and in no count.

-- Mercator as integers of 24 bits: a cell of the map is a range, and its number is a shift.
create function map_x(longitude double precision) returns integer language sql immutable parallel safe as $$
  select greatest(0, least(16777215, floor((longitude + 180) / 360 * 16777216)))::integer
$$;
create function map_y(latitude double precision) returns integer language sql immutable parallel safe as $$
  select greatest(0, least(16777215, floor(
    (0.5 - ln(tan(pi() / 4 + radians(greatest(-85.05, least(85.05, latitude))) / 2)) / (2 * pi())) * 16777216)))::integer
$$;

create table service_point (
  -- Only a listed service has points.
  service_id      uuid not null references service_search on delete cascade,
  location_id     uuid not null references location on delete cascade,
  latitude        double precision not null,
  longitude       double precision not null,
  -- Only the ZIP code of the place is known.
  is_approximate  boolean not null,
  qx              integer not null generated always as (map_x(longitude)) stored,
  qy              integer not null generated always as (map_y(latitude)) stored,
  primary key (service_id, location_id)
);
create index service_point_cell on service_point (qx, qy) include (service_id);
create index service_point_location on service_point (location_id);

-- The points as they should be: of a service without any place, those of its organization.
create function points_of_services(services uuid[], locations uuid[])
  returns table (service_id uuid, location_id uuid, latitude double precision, longitude double precision, is_approximate boolean)
  language sql stable as $$
  with place as (
    select x.service_id, p.location_id
    from service_search x join service_at_location p on p.service_id = x.service_id
    where x.service_id = any (services)
    union
    select x.service_id, l.id
    from service_search x join location l on l.organization_id = x.organization_id
    where x.service_id = any (services) and not x.has_own_place)
  select p.service_id, l.id, l.shown_latitude, l.shown_longitude, l.latitude is null or l.longitude is null
  from place p join location l on l.id = p.location_id
  where (locations is null or l.id = any (locations))
    and not l.is_confidential and l.location_type <> 'virtual' and l.shown_latitude is not null and l.shown_longitude is not null
$$;

-- locations: only these; null: all places of the services.
create function refresh_service_points(services uuid[], locations uuid[]) returns void language plpgsql as $$
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
  insert into service_point (service_id, location_id, latitude, longitude, is_approximate)
  select n.service_id, n.location_id, n.latitude, n.longitude, n.is_approximate from points_of_services(services, locations) n
  order by n.service_id, n.location_id
  on conflict (service_id, location_id) do update set
    latitude = excluded.latitude, longitude = excluded.longitude, is_approximate = excluded.is_approximate
  where (service_point.latitude, service_point.longitude, service_point.is_approximate)
    is distinct from (excluded.latitude, excluded.longitude, excluded.is_approximate);
end $$;

create function points_search_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_service_points((select array_agg(service_id) from after_rows), null);
  return null;
end $$;
create trigger points_insert after insert on service_search referencing new table as after_rows
  for each statement execute function points_search_inserted();

create function points_search_updated() returns trigger language plpgsql as $$
begin
  perform refresh_service_points((
    select array_agg(n.service_id) from after_rows n join before_rows o on o.service_id = n.service_id
    where (n.organization_id, n.has_own_place) is distinct from (o.organization_id, o.has_own_place)), null);
  return null;
end $$;
create trigger points_update after update on service_search referencing old table as before_rows new table as after_rows
  for each statement execute function points_search_updated();

create function points_pair_changed() returns trigger language plpgsql as $$
begin
  perform refresh_service_points((select array_agg(distinct service_id) from changed_rows), (select array_agg(distinct location_id) from changed_rows));
  return null;
end $$;
create trigger points_insert after insert on service_at_location referencing new table as changed_rows
  for each statement execute function points_pair_changed();
create trigger points_update after update on service_at_location referencing new table as changed_rows
  for each statement execute function points_pair_changed();
create trigger points_update_from after update on service_at_location referencing old table as changed_rows
  for each statement execute function points_pair_changed();
create trigger points_delete after delete on service_at_location referencing old table as changed_rows
  for each statement execute function points_pair_changed();

create function services_of_places(locations uuid[], organizations uuid[]) returns uuid[] language sql stable as $$
  select array(
    select service_id from service_at_location where location_id = any (locations)
    union
    select x.service_id from service_search x where x.organization_id = any (organizations) and not x.has_own_place)
$$;

create function points_location_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_service_points(
    services_of_places('{}', array(select distinct organization_id from after_rows)), array(select id from after_rows));
  return null;
end $$;
create trigger points_insert after insert on location referencing new table as after_rows
  for each statement execute function points_location_inserted();

create function points_location_updated() returns trigger language plpgsql as $$
declare
  moved uuid[] := array(
    select n.id from after_rows n join before_rows o on o.id = n.id
    where (n.organization_id, n.location_type, n.latitude, n.longitude, n.shown_latitude, n.shown_longitude, n.is_confidential)
      is distinct from (o.organization_id, o.location_type, o.latitude, o.longitude, o.shown_latitude, o.shown_longitude, o.is_confidential));
begin
  if moved = '{}' then return null; end if;
  perform refresh_service_points(services_of_places(moved, array(
    select organization_id from after_rows where id = any (moved)
    union select organization_id from before_rows where id = any (moved))), moved);
  return null;
end $$;
create trigger points_update after update on location referencing old table as before_rows new table as after_rows
  for each statement execute function points_location_updated();

insert into service_point (service_id, location_id, latitude, longitude, is_approximate)
select n.service_id, n.location_id, n.latitude, n.longitude, n.is_approximate
from points_of_services(array(select service_id from service_search), null) n;
