-- When a service that is closed opens next: the day and the time in the zone, and how many days ahead that is. Null if it
-- is not known, or farther away than 31 days: a day of which nothing is known could be an earlier one.
create function opens_next(for_service uuid, at_location uuid, at_time timestamptz, zone text) returns jsonb
language plpgsql stable as $$
declare
  today constant date := (at_time at time zone zone)::date;
  day date;
  candidates schedule[];
  levels integer[];
  s schedule;
  applies boolean;
  opening time;
  -- As in `are_hours_known`.
  is_said boolean;
  is_clear boolean;
  may_be_said boolean;
begin
  select x.candidates, x.levels into candidates, levels from schedules_of(for_service, at_location) x;
  if not exists (select from unnest(candidates) as c where c.is_understood and c.opens_at is not null and c.closes_at is not null)
  then return null; end if;
  for days in 0 .. 31 loop
    day := today + days;
    opening := null;
    is_said := false;
    is_clear := true;
    may_be_said := false;
    for s in select * from deciding_among(candidates, levels, day) loop
      applies := schedule_applies(s, day);
      if applies then
        is_said := is_said or s.is_understood or s.is_holiday;
        is_clear := is_clear and s.is_understood;
        if s.is_understood and s.opens_at is not null and s.closes_at is not null and (opening is null or s.opens_at < opening)
          and (days > 0 or instant_of(day, s.opens_at, zone) > at_time)
          -- Clocks can skip all of it.
          and (s.closes_at > time '04:00' or instant_of(day, s.opens_at, zone) < instant_of(day + case when s.closes_at <= s.opens_at then 1 else 0 end, s.closes_at, zone))
        then opening := s.opens_at; end if;
      else
        is_clear := is_clear and applies is not null;
      end if;
      may_be_said := may_be_said or (not s.is_holiday and schedule_speaks(s) and (schedule_is_valid(s, day) or coalesce(greatest(s.valid_from, s.dtstart) > day, false)));
    end loop;
    if opening is not null then
      return jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'), 'opensAt', to_char(opening, 'HH24:MI'), 'inDays', days);
    end if;
    if not (is_said or (may_be_said and is_clear)) then return null; end if;
  end loop;
  return null;
end $$;
