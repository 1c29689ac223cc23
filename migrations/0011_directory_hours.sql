-- When a service is open. The schedule of a service at a place goes before the service's own, that before the place's.

create function schedule_applies(s schedule, on_day date) returns boolean language sql immutable as $$
  select case
    when s.is_holiday and s.is_yearly then
      case when to_char(s.valid_from, 'MMDD') <= to_char(coalesce(s.valid_to, s.valid_from), 'MMDD')
        then to_char(on_day, 'MMDD') between to_char(s.valid_from, 'MMDD') and to_char(coalesce(s.valid_to, s.valid_from), 'MMDD')
        else to_char(on_day, 'MMDD') >= to_char(s.valid_from, 'MMDD') or to_char(on_day, 'MMDD') <= to_char(s.valid_to, 'MMDD') end
    else on_day >= coalesce(s.valid_from, on_day)
      and on_day <= coalesce(s.valid_to, s.until, case when s.is_holiday then s.valid_from end, on_day)
      and (s.is_holiday or case coalesce(s.freq, 'WEEKLY')
        when 'WEEKLY' then
          (s.byday is null or (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from on_day)::int + 1] = any (string_to_array(s.byday, ',')))
          and (coalesce(s."interval", 1) = 1 or s.dtstart is null
            or ((date_trunc('week', on_day)::date - date_trunc('week', s.dtstart)::date) / 7) % s."interval" = 0)
        else
          on_day = any (select on_day where extract(day from on_day)::int::text = any (string_to_array(s.bymonthday, ',')))
          or exists (
            select from unnest(string_to_array(s.byday, ',')) as code
            where right(code, 2) = (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from on_day)::int + 1]
              and left(code, -2) in ('', ((extract(day from on_day)::int + 6) / 7)::text,
                case when extract(month from on_day + 7) <> extract(month from on_day) then '-1' end))
      end)
  end
$$;

-- The hours of a service at a place (or of the service alone, with a null place) on a day; no row: closed or not known.
create function opening_hours(for_service uuid, at_location uuid, on_day date)
returns table (opens_at time, closes_at time) language sql stable as $$
  with candidate as (
    select s, 1 as level from service_at_location p join schedule s on s.service_at_location_id = p.id
      where p.service_id = for_service and p.location_id = at_location
    union all
    select s, 2 from schedule s
      where s.service_id = for_service and s.service_at_location_id is null and coalesce(s.location_id = at_location, true)
    union all
    select s, 3 from schedule s
      where s.location_id = at_location and s.service_at_location_id is null and s.service_id is null
  ), chosen as (
    select (s).opens_at, (s).closes_at, (s).is_holiday from candidate
    where schedule_applies(s, on_day)
      and ((s).is_holiday or level = (select min(level) from candidate where not (s).is_holiday))
  )
  select c.opens_at, c.closes_at from chosen c
  where c.opens_at is not null and c.closes_at is not null
    and c.is_holiday = exists (select from chosen where is_holiday)
  order by 1, 2
$$;

create function is_open_at(for_service uuid, at_location uuid, local_time timestamp) returns boolean language sql stable as $$
  select exists (
    select from opening_hours(for_service, at_location, local_time::date) h
    where local_time::time >= h.opens_at and (local_time::time < h.closes_at or h.closes_at <= h.opens_at)
  ) or exists (
    select from opening_hours(for_service, at_location, local_time::date - 1) h
    where h.closes_at <= h.opens_at and local_time::time < h.closes_at
  )
$$;

-- Whether a service is open anywhere at a local time.
create function is_open_somewhere(for_service uuid, local_time timestamp) returns boolean language sql stable as $$
  select exists (
    select from service_at_location p where p.service_id = for_service and is_open_at(for_service, p.location_id, local_time)
  ) or is_open_at(for_service, null, local_time)
$$;

-- The minutes of a week (Monday 0:00 is 0) in which a service may be open at all: an index over it finds candidates
-- for is_open_somewhere. Holidays and days of the month count for every day of the week.
create function possible_minutes(for_service uuid) returns int4multirange language sql stable as $$
  with relevant as (
    select s.* from schedule s where s.service_id = for_service
    union all
    select s.* from service_at_location p join schedule s on s.service_at_location_id = p.id where p.service_id = for_service
    union all
    select s.* from service_at_location p join schedule s on s.location_id = p.location_id where p.service_id = for_service
  ), day as (
    select d, r.opens_at, r.closes_at
    from relevant r cross join generate_series(0, 6) as d
    where r.opens_at is not null and r.closes_at is not null
      and (r.is_holiday or r.byday is null
        or exists (select from unnest(string_to_array(r.byday, ',')) code where right(code, 2) = (array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[d + 1]))
  ), span as (
    select d * 1440 + (extract(epoch from opens_at) / 60)::int as a,
      d * 1440 + (extract(epoch from closes_at) / 60)::int + case when closes_at <= opens_at then 1440 else 0 end as b
    from day
  )
  select coalesce(range_agg(part), '{}') from (
    select int4range(a, least(b, 10080)) as part from span
    union all
    select int4range(0, b - 10080) from span where b > 10080
  ) parts
$$;
