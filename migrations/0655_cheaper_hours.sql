-- Whether services are open is asked for each result of a search. A query inside of a function costs more than all that it
-- works out for one service, so the schedules are read once, and the rest is worked out row by row.

-- Rows other than plain days of each week.
create function special_schedule_applies(s schedule, on_day date) returns boolean language plpgsql stable as $$
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

-- Null if it is not known whether the row falls on that day. Of days of the week, the last two letters count.
create or replace function schedule_applies(s schedule, on_day date) returns boolean language sql stable as $$
  select case
    when s.freq = 'WEEKLY' and not s.is_holiday and s.byday is not null and coalesce(s."interval", 1) = 1 and s.count is null
      and s.bymonthday is null and s.byweekno is null and s.byyearday is null
    then schedule_is_valid(s, on_day)
      and strpos(replace(s.byday, ' ', '') || ',', (array['MO,', 'TU,', 'WE,', 'TH,', 'FR,', 'SA,', 'SU,'])[extract(isodow from on_day)::integer]) > 0
    else special_schedule_applies(s, on_day) end
$$;

-- When a clock in a zone shows a time: one that comes twice is the first, one that is skipped is an hour later.
create or replace function instant_of(on_day date, at_time time, zone text) returns timestamptz language sql stable as $$
  select case when ((on_day + at_time) at time zone zone - interval '1 hour') at time zone zone = on_day + at_time
    then (on_day + at_time) at time zone zone - interval '1 hour' else (on_day + at_time) at time zone zone end
$$;

-- Which rows decide about a day: 0 its holidays, else the nearest level that says anything on this day. Null: none does,
-- then all rows but holidays.
create function deciding_level(candidates schedule[], levels integer[], on_day date) returns integer language plpgsql stable as $$
declare
  s schedule;
  nearest integer;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if s.is_holiday then
      if schedule_applies(s, on_day) then return 0; end if;
    elsif nearest is null and schedule_is_valid(s, on_day) and schedule_speaks(s) then
      nearest := levels[n];
    end if;
  end loop;
  return nearest;
end $$;

create or replace function deciding_among(candidates schedule[], levels integer[], on_day date) returns setof schedule language plpgsql stable as $$
declare
  nearest constant integer := deciding_level(candidates, levels, on_day);
  s schedule;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if (case when nearest = 0 then s.is_holiday and schedule_applies(s, on_day) else not s.is_holiday and (nearest is null or levels[n] = nearest) end)
    then return next s; end if;
  end loop;
end $$;

-- The hours of a day, which may end on the next one, in their order; and whether they are known.
create function hours_among(candidates schedule[], levels integer[], on_day date, out opens time[], out closes time[], out is_known boolean)
language plpgsql stable as $$
declare
  nearest constant integer := deciding_level(candidates, levels, on_day);
  s schedule;
  applies boolean;
  is_said boolean := false;
  is_clear boolean := true;
  may_be_said boolean := false;
begin
  opens := '{}';
  closes := '{}';
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    continue when case when nearest = 0 then not s.is_holiday else s.is_holiday or levels[n] <> nearest end;
    applies := schedule_applies(s, on_day);
    -- Of the holidays, only those of this day decide.
    continue when s.is_holiday and applies is not true;
    if applies then
      is_said := is_said or s.is_understood or s.is_holiday;
      is_clear := is_clear and s.is_understood;
      if s.is_understood and s.opens_at is not null and s.closes_at is not null then
        opens := opens || s.opens_at;
        closes := closes || s.closes_at;
      end if;
    else
      is_clear := is_clear and applies is not null;
    end if;
    may_be_said := may_be_said or (not s.is_holiday and schedule_speaks(s) and (schedule_is_valid(s, on_day) or coalesce(greatest(s.valid_from, s.dtstart) > on_day, false)));
  end loop;
  is_known := is_said or (may_be_said and is_clear);
  if cardinality(opens) > 1 then
    select array_agg(o order by o, c), array_agg(c order by o, c) into opens, closes from unnest(opens, closes) as span(o, c);
  end if;
end $$;

create function hours_as_json(opens time[], closes time[]) returns jsonb language plpgsql stable as $$
declare
  made jsonb := '[]';
begin
  for n in 1 .. cardinality(opens) loop
    made := made || jsonb_build_object('opensAt', to_char(opens[n], 'HH24:MI'), 'closesAt', to_char(closes[n], 'HH24:MI'));
  end loop;
  return made;
end $$;

create function any_past_midnight(candidates schedule[]) returns boolean language plpgsql immutable as $$
declare
  s schedule;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if s.closes_at <= s.opens_at then return true; end if;
  end loop;
  return false;
end $$;

create or replace function hours_at(for_service uuid, at_location uuid, at_time timestamptz, zone text, out hours_today jsonb, out is_open boolean)
language plpgsql stable as $$
declare
  today constant date := (at_time at time zone zone)::date;
  candidates schedule[];
  levels integer[];
  given record;
  before record;
begin
  hours_today := '[]';
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  if candidates is null then return; end if;
  given := hours_among(candidates, levels, today);
  hours_today := hours_as_json(given.opens, given.closes);
  is_open := case when given.is_known then false end;
  for n in 1 .. cardinality(given.opens) loop
    if at_time >= instant_of(today, given.opens[n], zone)
      and at_time < instant_of(today + case when given.closes[n] <= given.opens[n] then 1 else 0 end, given.closes[n], zone)
    then is_open := true; return; end if;
  end loop;
  -- What began the day before is only asked for if something can last past midnight.
  if not any_past_midnight(candidates) then return; end if;
  before := hours_among(candidates, levels, today - 1);
  for n in 1 .. cardinality(before.opens) loop
    if before.closes[n] <= before.opens[n] and at_time >= instant_of(today - 1, before.opens[n], zone) and at_time < instant_of(today, before.closes[n], zone)
    then is_open := true; return; end if;
  end loop;
end $$;

-- Until when, as HH:MI in the zone, a service is still open of what began on the day before; null if it is not. The hours
-- of today do not show it.
create or replace function open_past_midnight(for_service uuid, at_location uuid, at_time timestamptz, zone text) returns text
language plpgsql stable as $$
declare
  yesterday constant date := (at_time at time zone zone)::date - 1;
  candidates schedule[];
  levels integer[];
  before record;
  latest time;
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  if not any_past_midnight(candidates) then return null; end if;
  before := hours_among(candidates, levels, yesterday);
  for n in 1 .. cardinality(before.opens) loop
    if before.closes[n] <= before.opens[n] and at_time < instant_of(yesterday + 1, before.closes[n], zone)
    then latest := greatest(latest, before.closes[n]); end if;
  end loop;
  return to_char(latest, 'HH24:MI');
end $$;

-- When a service that is closed opens next: the day and the time in the zone, and how many days ahead that is. Null if it
-- is not known, or farther away than 31 days: a day of which nothing is known could be an earlier one.
create or replace function opens_next(for_service uuid, at_location uuid, at_time timestamptz, zone text) returns jsonb
language plpgsql stable as $$
declare
  today constant date := (at_time at time zone zone)::date;
  day date;
  candidates schedule[];
  levels integer[];
  s schedule;
  has_hours boolean := false;
  given record;
begin
  select x.candidates, x.levels into candidates, levels from schedules_of(for_service, at_location) x;
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    has_hours := has_hours or (s.is_understood and s.opens_at is not null and s.closes_at is not null);
  end loop;
  if not has_hours then return null; end if;
  for days in 0 .. 31 loop
    day := today + days;
    given := hours_among(candidates, levels, day);
    for n in 1 .. cardinality(given.opens) loop
      if (days > 0 or instant_of(day, given.opens[n], zone) > at_time)
        -- Clocks can skip all of it.
        and (given.closes[n] > time '04:00' or instant_of(day, given.opens[n], zone) < instant_of(day + case when given.closes[n] <= given.opens[n] then 1 else 0 end, given.closes[n], zone))
      then
        return jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'), 'opensAt', to_char(given.opens[n], 'HH24:MI'), 'inDays', days);
      end if;
    end loop;
    if not given.is_known then return null; end if;
  end loop;
  return null;
end $$;

create or replace function are_hours_known(for_service uuid, at_location uuid, on_day date) returns boolean language plpgsql stable as $$
declare
  candidates schedule[];
  levels integer[];
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  return (hours_among(candidates, levels, on_day)).is_known;
end $$;

-- Whether people are seen by appointment: the nearest level says so, and it is no holiday.
create function by_appointment_among(candidates schedule[], levels integer[], on_day date) returns boolean language plpgsql stable as $$
declare
  s schedule;
  nearest integer;
  by_appointment boolean := false;
begin
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if not s.is_holiday then nearest := least(nearest, levels[n]); end if;
  end loop;
  for n in 1 .. coalesce(cardinality(candidates), 0) loop
    s := candidates[n];
    if (s.is_holiday or levels[n] = nearest) and schedule_applies(s, on_day) then
      if s.is_holiday then return false; end if;
      by_appointment := by_appointment or s.by_appointment;
    end if;
  end loop;
  return by_appointment;
end $$;

create or replace function is_by_appointment(for_service uuid, at_location uuid, on_day date) returns boolean language plpgsql stable as $$
declare
  candidates schedule[];
  levels integer[];
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  return by_appointment_among(candidates, levels, on_day);
end $$;

-- The hours of so many days, as JSON with `day`, `hours`, `isKnown` and `byAppointment`.
create function hours_of_days(for_service uuid, at_location uuid, first_day date, days integer) returns jsonb language plpgsql stable as $$
declare
  candidates schedule[];
  levels integer[];
  given record;
  made jsonb := '[]';
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  for on_day in 0 .. days - 1 loop
    given := hours_among(candidates, levels, first_day + on_day);
    made := made || jsonb_build_object('day', to_char(first_day + on_day, 'YYYY-MM-DD'), 'hours', hours_as_json(given.opens, given.closes),
      'isKnown', given.is_known, 'byAppointment', by_appointment_among(candidates, levels, first_day + on_day));
  end loop;
  return made;
end $$;
