-- Whom a service helps by where they live, and what a search near a ZIP code reads of it.

alter table service_area
  -- The areas that were read out of the name or extent: z60602, t17:chicago, c17031, s17, us. None: shown as text only.
  add column keys       text[] not null default '{}',
  add column stated_by  text not null default 'source' check (stated_by in ('source', 'guess', 'person')),
  -- The words on which a guess rests.
  add column because    text;

-- Where a source's services are, if nothing else says so: the state of nearly all of its addresses.
create table directory_source (
  name          text primary key,
  default_area  text[] not null default '{}'
);

create table service_reach (
  service_id       uuid primary key references service on delete cascade,
  organization_id  uuid not null,
  area_keys        text[] not null,
  area_basis       text not null check (area_basis in ('said', 'guess', 'source', 'none')),
  -- Whether a location of its own has a point. If not, it is searched at its organization's.
  is_placed        boolean not null,
  -- The zones of its locations, or of its organization's if it has none; usually one.
  time_zones       text[] not null
);
create index service_reach_areas on service_reach using gin (area_keys);
create index service_reach_unplaced on service_reach (organization_id, service_id) where not is_placed;

-- Services whose areas are still to be read, by a program that knows the names of places.
create table area_to_read (service_id uuid primary key references service on delete cascade);

-- The zone of a location's ZIP code, or of the nearest one.
create function location_zone(for_location uuid) returns text language sql stable as $$
  select coalesce(
    (select p.time_zone from address a join place p on p.zip = left(a.postal_code, 5)
      where a.location_id = for_location order by a.address_type, a.id limit 1),
    (select near.time_zone from location l
      cross join lateral (
        select p.time_zone from place p
        order by place_point(p.latitude, p.longitude) <-> place_point(coalesce(l.latitude, l.zip_latitude), coalesce(l.longitude, l.zip_longitude)) limit 1) near
      where l.id = for_location and coalesce(l.latitude, l.zip_latitude) is not null))
$$;

create function refresh_service_reach(changed uuid[]) returns void language sql as $$
  insert into service_reach
  select s.id, s.organization_id,
    case when area.said <> '{}' then area.said when area.guessed <> '{}' then area.guessed
      when not own.has_point and not office.has_point then coalesce(d.default_area, '{}') else '{}' end,
    case when area.said <> '{}' then 'said' when area.guessed <> '{}' then 'guess'
      when not own.has_point and not office.has_point and coalesce(d.default_area, '{}') <> '{}' then 'source' else 'none' end,
    own.has_point, case when own.zones <> '{}' then own.zones else office.zones end
  from service s
  left join directory_source d on d.name = s.source_name
  cross join lateral (
    select coalesce(array_agg(distinct key) filter (where a.stated_by <> 'guess'), '{}') as said,
      coalesce(array_agg(distinct key) filter (where a.stated_by = 'guess'), '{}') as guessed
    from (
      select keys, stated_by from service_area where service_id = s.id
      union all
      select x.keys, x.stated_by from service_at_location p join service_area x on x.service_at_location_id = p.id where p.service_id = s.id) a
    cross join unnest(a.keys) as key) area
  cross join lateral (
    select coalesce(bool_or(l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null), false) as has_point,
      coalesce(array_agg(distinct zone) filter (where zone is not null), '{}') as zones
    from service_at_location p join location l on l.id = p.location_id cross join location_zone(l.id) as zone
    where p.service_id = s.id) own
  cross join lateral (
    select coalesce(bool_or(l.location_type <> 'virtual' and coalesce(l.latitude, l.zip_latitude) is not null), false) as has_point,
      coalesce(array_agg(distinct zone) filter (where zone is not null), '{}') as zones
    from location l cross join lateral (select case when own.zones = '{}' then location_zone(l.id) end as zone) w
    where l.organization_id = s.organization_id) office
  where s.id = any (changed)
  on conflict (service_id) do update set
    organization_id = excluded.organization_id, area_keys = excluded.area_keys, area_basis = excluded.area_basis, is_placed = excluded.is_placed,
    time_zones = excluded.time_zones
  where (service_reach.*) is distinct from (excluded.*)
$$;

-- Makes rows anew at once, or notes them for the import that asked to wait.
create function service_reach_changed(changed uuid[]) returns void language plpgsql as $$
begin
  if changed is null then return; end if;
  if current_setting('hearthline.search_later', true) = 'on' then
    insert into area_to_read select id from service where id = any (changed) order by id on conflict do nothing;
  else
    perform refresh_service_reach(changed);
  end if;
end $$;

create function reach_part_changed() returns trigger language plpgsql as $$
begin
  perform service_reach_changed((
    select array_agg(distinct affected) from (
      select (to_jsonb(r) ->> 'service_id')::uuid as affected from changed_rows r
      union all
      select place.service_id from changed_rows r join service_at_location place on place.id = (to_jsonb(r) ->> 'service_at_location_id')::uuid
    ) ids where affected is not null));
  return null;
end $$;
do $$
declare t text;
begin
  foreach t in array array['service_area', 'service_at_location'] loop
    execute format('create trigger reach_insert after insert on %I referencing new table as changed_rows for each statement execute function reach_part_changed()', t);
    execute format('create trigger reach_update after update on %I referencing new table as changed_rows for each statement execute function reach_part_changed()', t);
    execute format('create trigger reach_delete after delete on %I referencing old table as changed_rows for each statement execute function reach_part_changed()', t);
  end loop;
end $$;

-- A location counts for its services, and for those of its organization that have no point of their own.
create function reach_location_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform service_reach_changed((
      with moved as (
        select n.id, n.organization_id, o.organization_id as former_id from after_rows n join before_rows o on o.id = n.id
        where (n.organization_id, n.location_type, n.latitude, n.longitude, n.zip_latitude, n.zip_longitude)
          is distinct from (o.organization_id, o.location_type, o.latitude, o.longitude, o.zip_latitude, o.zip_longitude))
      select array_agg(distinct id) from (
        select p.service_id as id from moved m join service_at_location p on p.location_id = m.id
        union all
        select s.id from moved m join service s on s.organization_id in (m.organization_id, m.former_id)) affected));
  else
    perform service_reach_changed((
      select array_agg(distinct s.id) from changed_rows r join service s on s.organization_id = r.organization_id));
  end if;
  return null;
end $$;
create trigger reach_insert after insert on location referencing new table as changed_rows for each statement execute function reach_location_changed();
create trigger reach_delete after delete on location referencing old table as changed_rows for each statement execute function reach_location_changed();
create trigger reach_update after update on location referencing old table as before_rows new table as after_rows for each statement execute function reach_location_changed();

create function reach_address_changed() returns trigger language plpgsql as $$
begin
  perform service_reach_changed((
    select array_agg(distinct id) from (
      select p.service_id as id from changed_rows r join service_at_location p on p.location_id = r.location_id
      union all
      select s.id from changed_rows r join location l on l.id = r.location_id join service s on s.organization_id = l.organization_id) affected));
  return null;
end $$;
create trigger reach_insert after insert on address referencing new table as changed_rows for each statement execute function reach_address_changed();
create trigger reach_update after update on address referencing new table as changed_rows for each statement execute function reach_address_changed();
create trigger reach_delete after delete on address referencing old table as changed_rows for each statement execute function reach_address_changed();

create function reach_service_changed() returns trigger language plpgsql as $$
begin
  perform service_reach_changed((select array_agg(id) from changed_rows));
  return null;
end $$;
create trigger reach_insert after insert on service referencing new table as changed_rows for each statement execute function reach_service_changed();
create function reach_service_moved() returns trigger language plpgsql as $$
begin
  perform service_reach_changed((
    select array_agg(n.id) from after_rows n join before_rows o on o.id = n.id where n.organization_id <> o.organization_id));
  return null;
end $$;
create trigger reach_update after update on service referencing old table as before_rows new table as after_rows for each statement execute function reach_service_moved();

-- What names an area is to be read anew when it changes.
create function note_area_to_read() returns trigger language plpgsql as $$
begin
  insert into area_to_read
  select coalesce(new.service_id, (select service_id from service_at_location where id = new.service_at_location_id))
  on conflict do nothing;
  return null;
end $$;
create trigger area_insert after insert on service_area for each row when (new.stated_by = 'source') execute function note_area_to_read();
create trigger area_update after update of name, extent, extent_type, uri on service_area for each row
  when (new.stated_by = 'source' and (new.name, new.extent, new.extent_type, new.uri) is distinct from (old.name, old.extent, old.extent_type, old.uri))
  execute function note_area_to_read();
create function note_service_to_read() returns trigger language plpgsql as $$
begin
  insert into area_to_read values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger area_insert after insert on service for each row execute function note_service_to_read();
create trigger area_update after update of name, description on service for each row
  when ((new.name, new.description) is distinct from (old.name, old.description)) execute function note_service_to_read();

select refresh_service_reach(array(select id from service));
insert into area_to_read select id from service;
