-- How many records the long published lists have, by the first three digits of their identifiers: a page by its number
-- needs neither to count nor to skip a million rows. A change is a row of its own, so that nobody waits for anybody; the
-- rows are added up when they are read, and counted anew when they are many.
create table listed_change (
  list text not null check (list in ('services', 'service_at_locations')),
  prefix text not null,
  records integer not null
);
create index listed_change_list on listed_change (list, prefix) include (records);

create function note_listed(in_list text, ids uuid[], change integer) returns void language sql as $$
  insert into listed_change select in_list, left(id::text, 3), count(*) * change from unnest(ids) as id where id is not null group by 2
$$;

-- A service at a place is listed with its service.
create function note_listed_services() returns trigger language plpgsql as $$
begin
  perform note_listed('services', array(select service_id from changed_rows), 1);
  perform note_listed('service_at_locations',
    array(select at.id from changed_rows c join service_at_location at on at.service_id = c.service_id), 1);
  return null;
end $$;
create trigger listed_insert after insert on service_search referencing new table as changed_rows
  for each statement execute function note_listed_services();

create function note_listed_places() returns trigger language plpgsql as $$
begin
  perform from service_search where service_id in (select service_id from changed_rows) order by service_id for key share;
  perform note_listed('service_at_locations',
    array(select c.id from changed_rows c join service_search s on s.service_id = c.service_id), 1);
  return null;
end $$;
create trigger listed_insert after insert on service_at_location referencing new table as changed_rows
  for each statement execute function note_listed_places();

-- Before each row goes: when a service is deleted with both, a trigger after it finds neither any more.
create function note_unlisted_service() returns trigger language plpgsql as $$
begin
  perform note_listed('services', array[old.service_id], -1);
  perform note_listed('service_at_locations', array(select id from service_at_location where service_id = old.service_id), -1);
  return old;
end $$;
create trigger listed_delete before delete on service_search for each row execute function note_unlisted_service();

create function note_unlisted_place() returns trigger language plpgsql as $$
begin
  if exists (select from service_search where service_id = old.service_id for key share) then
    perform note_listed('service_at_locations', array[old.id], -1);
  end if;
  return old;
end $$;
create trigger listed_delete before delete on service_at_location for each row execute function note_unlisted_place();

create function note_moved_places() returns trigger language plpgsql as $$
begin
  perform from service_search where service_id in (
    select unnest(array[n.service_id, o.service_id]) from after_rows n join before_rows o on o.id = n.id where n.service_id <> o.service_id)
    order by service_id for key share;
  perform note_listed('service_at_locations', array(
    select n.id from after_rows n join before_rows o on o.id = n.id join service_search s on s.service_id = n.service_id
    where n.service_id <> o.service_id), 1);
  perform note_listed('service_at_locations', array(
    select n.id from after_rows n join before_rows o on o.id = n.id join service_search s on s.service_id = o.service_id
    where n.service_id <> o.service_id), -1);
  return null;
end $$;
create trigger listed_update after update on service_at_location referencing old table as before_rows new table as after_rows
  for each statement execute function note_moved_places();

insert into listed_change
select 'services', left(service_id::text, 3), count(*) from service_search group by 2
union all
select 'service_at_locations', left(at.id::text, 3), count(*)
from service_at_location at join service_search s on s.service_id = at.service_id group by 2;
