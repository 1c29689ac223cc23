-- How many points each cell of the map holds, for the wide views of the whole directory: counted when they change, not when
-- somebody looks.
create table map_cell (
  -- The world has 2^level × 2^level cells.
  level  integer not null,
  x      integer not null,
  y      integer not null,
  n      integer not null,
  -- The sums of their positions.
  sx     bigint not null,
  sy     bigint not null,
  primary key (level, x, y)
);

-- Points that came or went and are not in the cells yet. Writers only append, so that no two wait for each other.
create table map_cell_change (
  id     bigint primary key generated always as identity,
  qx     integer not null,
  qy     integer not null,
  delta  integer not null
);

create function note_new_points() returns trigger language plpgsql as $$
begin
  insert into map_cell_change (qx, qy, delta) select qx, qy, 1 from after_rows;
  return null;
end $$;
create function note_old_points() returns trigger language plpgsql as $$
begin
  insert into map_cell_change (qx, qy, delta) select qx, qy, -1 from before_rows;
  return null;
end $$;
create trigger map_cells_insert after insert on service_point referencing new table as after_rows
  for each statement execute function note_new_points();
create trigger map_cells_update after update on service_point referencing new table as after_rows
  for each statement execute function note_new_points();
create trigger map_cells_update_from after update on service_point referencing old table as before_rows
  for each statement execute function note_old_points();
create trigger map_cells_delete after delete on service_point referencing old table as before_rows
  for each statement execute function note_old_points();

-- Counts the changes in the cells of all levels.
create function fold_map_cells() returns void language sql as $$
  with taken as (
    delete from map_cell_change returning qx, qy, delta),
  folded as (
    insert into map_cell as c (level, x, y, n, sx, sy)
    select level, qx >> (24 - level), qy >> (24 - level), sum(delta), sum(delta * qx::bigint), sum(delta * qy::bigint)
    from taken cross join generate_series(4, 12) as level
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (level, x, y) do update set n = c.n + excluded.n, sx = c.sx + excluded.sx, sy = c.sy + excluded.sy
    returning 1)
  select from folded;
$$;

insert into map_cell_change (qx, qy, delta) select qx, qy, 1 from service_point;
select fold_map_cells();
