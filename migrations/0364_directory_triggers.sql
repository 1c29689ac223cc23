-- A rule that ends after a number of times is counted over ten years at most: a mistyped first day would cost a minute.
create or replace function schedule_applies(s schedule, on_day date) returns boolean language plpgsql stable as $$
declare
  matches boolean;
begin
  if s.is_holiday and s.is_yearly then
    return case when to_char(s.valid_from, 'MMDD') <= to_char(coalesce(s.valid_to, s.valid_from), 'MMDD')
      then to_char(on_day, 'MMDD') between to_char(s.valid_from, 'MMDD') and to_char(coalesce(s.valid_to, s.valid_from), 'MMDD')
      else to_char(on_day, 'MMDD') >= to_char(s.valid_from, 'MMDD') or to_char(on_day, 'MMDD') <= to_char(s.valid_to, 'MMDD') end;
  end if;
  if not schedule_is_valid(s, on_day) then return false; end if;
  if s.is_holiday then return true; end if;
  matches := schedule_matches(s, on_day);
  if matches and s.count is not null then
    if s.dtstart is null or on_day - s.dtstart > 3660 then return null; end if;
    return (select count(*) from generate_series(s.dtstart, on_day, interval '1 day') as day where schedule_matches(s, day::date)) <= s.count;
  end if;
  return matches;
end $$;

-- A part that moves from one service to another changes both.
do $$
declare
  t text;
  own text;
begin
  foreach t in array array['service_at_location', 'address', 'directory_contact', 'phone', 'schedule', 'language', 'accessibility',
    'service_area', 'cost_option', 'required_document', 'attribute'] loop
    own := case when t = 'service_at_location' then quote_literal(t) else '' end;
    execute format('create trigger modified_update_from after update on %I referencing old table as changed_rows for each statement execute function service_part_modified(%s)', t, own);
  end loop;
  foreach t in array array['service_area', 'service_at_location'] loop
    execute format('create trigger reach_update_from after update on %I referencing old table as changed_rows for each statement execute function reach_part_changed()', t);
  end loop;
end $$;
create trigger reach_update_from after update on address referencing old table as changed_rows for each statement execute function reach_address_changed();

-- The time of the change, not of the transaction's start: a copy that asked in between would never hear of it.
create or replace function note_services(changed uuid[]) returns void language sql as $$
  insert into service_modification as noted (service_id, modified_on)
  select s.id, clock_timestamp() from service s where s.id = any (changed) order by s.id
  on conflict (service_id) do update set modified_on = excluded.modified_on where noted.modified_on < excluded.modified_on
$$;

-- Waits for a program that is reading the service's former words, so that its areas are read again afterwards.
create or replace function note_area_to_read() returns trigger language plpgsql as $$
begin
  insert into area_to_read
  select coalesce(new.service_id, (select service_id from service_at_location where id = new.service_at_location_id))
  on conflict (service_id) do update set service_id = excluded.service_id;
  return null;
end $$;
create or replace function note_service_to_read() returns trigger language plpgsql as $$
begin
  insert into area_to_read values (new.id) on conflict (service_id) do update set service_id = excluded.service_id;
  return null;
end $$;
