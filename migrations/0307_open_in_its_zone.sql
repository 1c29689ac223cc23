-- Whether a service is open, by the clock of each of its locations.

-- Monday 0:00 is 0.
create function minute_of_week(local_time timestamp) returns integer language sql immutable as $$
  select ((extract(isodow from local_time) - 1) * 1440 + extract(hour from local_time) * 60 + extract(minute from local_time))::integer
$$;

create function is_open_now(for_service uuid, at_time timestamptz, default_zone text) returns boolean language plpgsql stable as $$
declare
  zones text[] := coalesce(nullif((select time_zones from service_reach where service_id = for_service), '{}'), array[default_zone]);
begin
  if not exists (
    select from service_search x cross join unnest(zones) as zone
    where x.service_id = for_service and x.possible_minutes @> minute_of_week(at_time at time zone zone)) then
    return false;
  end if;
  if cardinality(zones) = 1 then return is_open_somewhere(for_service, at_time at time zone zones[1]); end if;
  return exists (
    select from service_at_location p
    where p.service_id = for_service and is_open_at(for_service, p.location_id, at_time at time zone coalesce(location_zone(p.location_id), default_zone)))
    or is_open_at(for_service, null, at_time at time zone zones[1]);
end $$;
