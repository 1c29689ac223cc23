-- Days on which a service sees people by appointment; such a row has no times.
alter table schedule add column by_appointment boolean not null default false;

create function is_by_appointment(for_service uuid, at_location uuid, on_day date) returns boolean language sql stable as $$
  with candidate as (
    select s, 1 as level from service_at_location p join schedule s on s.service_at_location_id = p.id
      where p.service_id = for_service and p.location_id = at_location
    union all
    select s, 2 from schedule s
      where s.service_id = for_service and s.service_at_location_id is null and coalesce(s.location_id = at_location, true)
    union all
    select s, 3 from schedule s
      where s.location_id = at_location and s.service_at_location_id is null and s.service_id is null
  ), applying as (
    select (s).by_appointment, (s).is_holiday from candidate
    where schedule_applies(s, on_day)
      and ((s).is_holiday or level = (select min(level) from candidate where not (s).is_holiday))
  )
  select coalesce(bool_or(by_appointment), false) and not coalesce(bool_or(is_holiday), false) from applying
$$;
