-- Whether a service is open at an instant, also in the night when clocks change.

-- When a clock in a zone shows a time: one that comes twice is the first, one that is skipped is an hour later.
create function instant_of(on_day date, at_time time, zone text) returns timestamptz language sql stable as $$
  select case when (i - interval '1 hour') at time zone zone = on_day + at_time then i - interval '1 hour' else i end
  from (select (on_day + at_time) at time zone zone as i) later
$$;

-- The zone of an offset that hours name; null if they name none, or several.
create function zone_of_hours(for_service uuid, at_location uuid) returns text language sql stable as $$
  select 'Etc/GMT' || case when max(timezone) = 0 then '' else to_char(-max(timezone), 'FMSG99') end from schedule
  where (service_id = for_service or location_id = at_location) and timezone = trunc(timezone) and abs(timezone) <= 12
  having min(timezone) = max(timezone)
$$;

-- The zone of a service at a location, or without one (null).
create function zone_of_service(for_service uuid, at_location uuid, default_zone text) returns text language sql stable as $$
  select coalesce(
    case when at_location is null then (select time_zones[1] from service_reach where service_id = for_service) else location_zone(at_location) end,
    zone_of_hours(for_service, at_location), default_zone)
$$;

-- Null if it is not known.
create function is_open_at(for_service uuid, at_location uuid, at_time timestamptz, zone text) returns boolean language plpgsql stable as $$
declare
  today constant date := (at_time at time zone zone)::date;
begin
  if exists (
    select from (values (today - 1), (today)) as days(day)
    cross join lateral opening_hours(for_service, at_location, day) h
    where (day = today or h.closes_at <= h.opens_at)
      and at_time >= instant_of(day, h.opens_at, zone)
      and at_time < instant_of(day + case when h.closes_at <= h.opens_at then 1 else 0 end, h.closes_at, zone))
  then return true; end if;
  if are_hours_known(for_service, at_location, today) then return false; end if;
  return null;
end $$;

-- Whether a service is open at one of its locations, or by itself if it has none.
create or replace function is_open_now(for_service uuid, at_time timestamptz, default_zone text) returns boolean language plpgsql stable as $$
declare
  zones text[] := coalesce((select time_zones from service_reach where service_id = for_service), '{}');
begin
  -- The hour before counts too: a clock that is set back shows it twice.
  if zones <> '{}' and not exists (
    select from service_search x cross join unnest(zones) as zone cross join (values (interval '0'), (interval '1 hour')) as ago(hours)
    where x.service_id = for_service and x.possible_minutes @> minute_of_week((at_time - hours) at time zone zone)) then
    return false;
  end if;
  if not exists (select from service_at_location where service_id = for_service) then
    return coalesce(is_open_at(for_service, null, at_time, zone_of_service(for_service, null, default_zone)), false);
  end if;
  return exists (
    select from service_at_location p
    where p.service_id = for_service
      and is_open_at(for_service, p.location_id, at_time,
        case when cardinality(zones) = 1 then zones[1] else zone_of_service(for_service, p.location_id, default_zone) end));
end $$;

drop function is_open_somewhere(uuid, timestamp);
drop function is_open_at(uuid, uuid, timestamp);
