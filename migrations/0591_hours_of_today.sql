-- A page of services asks of each whether it is open and what its hours are today. Both come from one reading of its
-- schedules; each used to read and decide them again, three or four times for a service.

-- The schedules that could decide when a service is open at a place, and how near each is to both: first those of the
-- service at the place, then of the service, then of the place.
create function schedules_of(for_service uuid, at_location uuid) returns table (candidates schedule[], levels integer[])
language sql stable as $$
  select array_agg(c.s order by c.level), array_agg(c.level order by c.level) from (
    select s, 1 as level from service_at_location p join schedule s on s.service_at_location_id = p.id
      where p.service_id = for_service and p.location_id = at_location
    union all
    select s, 2 from schedule s
      where s.service_id = for_service and s.service_at_location_id is null and coalesce(s.location_id = at_location, true)
    union all
    select s, 3 from schedule s
      where s.location_id = at_location and s.service_at_location_id is null and s.service_id is null) c
$$;

create or replace function deciding_schedules(for_service uuid, at_location uuid, on_day date) returns setof schedule
language plpgsql stable as $$
declare
  candidates schedule[];
  levels integer[];
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  return query select * from deciding_among(candidates, levels, on_day);
end $$;

-- The hours of the day on which `at_time` falls in the zone, as JSON with `opensAt` and `closesAt`, and whether it is
-- open at that time; null if that is not known.
create function hours_at(for_service uuid, at_location uuid, at_time timestamptz, zone text, out hours_today jsonb, out is_open boolean)
language plpgsql stable as $$
declare
  today constant date := (at_time at time zone zone)::date;
  candidates schedule[];
  levels integer[];
  are_known boolean;
begin
  hours_today := '[]';
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  if candidates is null then return; end if;
  select
    coalesce(jsonb_agg(jsonb_build_object('opensAt', to_char(h.opens_at, 'HH24:MI'), 'closesAt', to_char(h.closes_at, 'HH24:MI'))
      order by h.opens_at, h.closes_at) filter (where h.day = today and h.is_hours), '[]'),
    bool_or(h.is_hours and (h.day = today or h.ends_later)
      and at_time >= instant_of(h.day, h.opens_at, zone)
      and at_time < instant_of(h.day + case when h.ends_later then 1 else 0 end, h.closes_at, zone)),
    -- As `are_hours_known`.
    coalesce(bool_or(h.applies and (h.is_understood or h.is_holiday)) filter (where h.day = today), false)
      or (coalesce(bool_or(not h.is_holiday and h.speaks and (h.is_valid or h.starts_later)) filter (where h.day = today), false)
        and coalesce(bool_and(h.applies is not null and not (h.applies and not h.is_understood)) filter (where h.day = today), false))
    into hours_today, is_open, are_known
  from (
    select days.day, s.opens_at, s.closes_at, s.is_holiday, s.is_understood, s.closes_at <= s.opens_at as ends_later, a.applies,
      s.is_understood and s.opens_at is not null and s.closes_at is not null and a.applies as is_hours,
      schedule_speaks(s) as speaks, schedule_is_valid(s, days.day) as is_valid, greatest(s.valid_from, s.dtstart) > days.day as starts_later
    from (
      select today as day
      union all
      -- What began the day before is only asked for if something can last past midnight.
      select today - 1 where exists (select from unnest(candidates) as c where c.closes_at <= c.opens_at)) days
    cross join lateral deciding_among(candidates, levels, days.day) s
    cross join lateral (select schedule_applies(s, days.day) as applies offset 0) a) h;
  is_open := case when is_open then true when are_known then false end;
end $$;

create or replace function is_open_at(for_service uuid, at_location uuid, at_time timestamptz, zone text) returns boolean
language sql stable as $$
  select is_open from hours_at(for_service, at_location, at_time, zone)
$$;
