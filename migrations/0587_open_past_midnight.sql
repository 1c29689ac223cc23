-- Until when, as HH:MI in the zone, a service is still open of what began on the day before; null if it is not. The hours
-- of today do not show it.
create function open_past_midnight(for_service uuid, at_location uuid, at_time timestamptz, zone text) returns text
language plpgsql stable as $$
declare
  yesterday constant date := (at_time at time zone zone)::date - 1;
  candidates schedule[];
  levels integer[];
begin
  select s.candidates, s.levels into candidates, levels from schedules_of(for_service, at_location) s;
  if not exists (select from unnest(candidates) as c where c.closes_at <= c.opens_at) then return null; end if;
  return (
    select to_char(max(s.closes_at), 'HH24:MI') from deciding_among(candidates, levels, yesterday) s
    where s.is_understood and s.closes_at <= s.opens_at and schedule_applies(s, yesterday)
      and at_time < instant_of(yesterday + 1, s.closes_at, zone));
end $$;
