-- The counts of the map by category too, so that a common one is as quick to draw as the whole directory. A point has the
-- categories of its service: what comes or goes is counted with them, and a search for a category reads points alone.
alter table service_point add column term_ids uuid[] not null default '{}';
create function terms_of_service(for_service uuid) returns uuid[] language sql stable as $$
  select coalesce((select term_ids from service_search where service_id = for_service), '{}')
$$;
-- Fills it in and rebuilds the indexes once; an update would write each row and each index entry anew.
alter table service_point alter column term_ids type uuid[] using terms_of_service(service_id);
drop function terms_of_service;
alter table service_point alter column term_ids drop default;

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
  insert into service_point (service_id, location_id, latitude, longitude, is_approximate, term_ids)
  select n.service_id, n.location_id, n.latitude, n.longitude, n.is_approximate, x.term_ids
  from points_of_services(services, locations) n join service_search x on x.service_id = n.service_id
  order by n.service_id, n.location_id
  on conflict (service_id, location_id) do update set
    latitude = excluded.latitude, longitude = excluded.longitude, is_approximate = excluded.is_approximate
  where (service_point.latitude, service_point.longitude, service_point.is_approximate)
    is distinct from (excluded.latitude, excluded.longitude, excluded.is_approximate);
end $$;

-- Compares with the points and not with the row before: a point may have been made meanwhile, with categories of before.
create function point_terms_changed() returns trigger language plpgsql as $$
begin
  update service_point p set term_ids = a.term_ids from after_rows a
  where p.service_id = a.service_id and p.term_ids <> a.term_ids;
  return null;
end $$;
create trigger point_terms_update after update on service_search referencing new table as after_rows
  for each statement execute function point_terms_changed();

-- Of the whole directory, and of each category.
alter table map_cell add column term_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table map_cell alter column term_id drop default;
alter table map_cell drop constraint map_cell_pkey, add primary key (term_id, level, x, y);
alter table map_cell_change add column term_ids uuid[] not null default '{}';
alter table map_cell_change alter column term_ids drop default;

create or replace function note_new_points() returns trigger language plpgsql as $$
begin
  insert into map_cell_change (qx, qy, delta, term_ids) select qx, qy, 1, term_ids from after_rows;
  return null;
end $$;
create or replace function note_old_points() returns trigger language plpgsql as $$
begin
  insert into map_cell_change (qx, qy, delta, term_ids) select qx, qy, -1, term_ids from before_rows;
  return null;
end $$;

-- Counts the changes in the cells of all levels. Of one category, finer cells are counted when somebody looks.
create or replace function fold_map_cells() returns void language sql as $$
  with taken as (
    delete from map_cell_change returning qx, qy, delta, term_ids),
  -- First those of the finest cells: that leaves few rows for the others.
  finest as (
    select term_id, finest, qx >> (24 - finest) as x, qy >> (24 - finest) as y, sum(delta) as n, sum(delta * qx::bigint) as sx, sum(delta * qy::bigint) as sy
    from (
      select '00000000-0000-0000-0000-000000000000'::uuid as term_id, 12 as finest, qx, qy, delta from taken
      union all
      select unnest(term_ids), 10, qx, qy, delta from taken) counted
    group by 1, 2, 3, 4),
  folded as (
    insert into map_cell as c (term_id, level, x, y, n, sx, sy)
    select term_id, level, x >> (finest - level), y >> (finest - level), sum(n), sum(sx), sum(sy)
    from finest cross join generate_series(4, finest) as level
    group by 1, 2, 3, 4 having sum(n) <> 0 or sum(sx) <> 0 or sum(sy) <> 0
    order by 1, 2, 3, 4
    on conflict (term_id, level, x, y) do update set n = c.n + excluded.n, sx = c.sx + excluded.sx, sy = c.sy + excluded.sy
    returning 1)
  select from folded;
$$;

insert into map_cell (term_id, level, x, y, n, sx, sy)
select term_id, 10, qx >> 14, qy >> 14, count(*), sum(qx::bigint), sum(qy::bigint)
from service_point cross join unnest(term_ids) as term_id group by 1, 3, 4;
insert into map_cell (term_id, level, x, y, n, sx, sy)
select term_id, coarser, x >> (10 - coarser), y >> (10 - coarser), sum(n), sum(sx), sum(sy)
from map_cell cross join generate_series(4, 9) as coarser
where level = 10 and term_id <> '00000000-0000-0000-0000-000000000000' group by 1, 2, 3, 4;
