-- Hours that a source does not say, or says in a way that was not understood, are not known: never open, never closed.

-- False if the times, the days or the rhythm of the row are not known.
alter table schedule add column is_understood boolean not null default true;
update schedule set is_understood = false
  where source_name is not null and not is_holiday and (opens_at is null or closes_at is null or freq is null);

-- Null if the directory says a status that has no meaning here; the word itself is kept.
alter table service alter column status drop not null;
alter table service add column status_said text;

-- Whether a rule falls on a day, apart from when it starts and ends; null if the rule does not say on which days it falls.
create function schedule_matches(s schedule, on_day date) returns boolean language plpgsql immutable as $$
declare
  code constant text := (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from on_day)::int + 1];
  anchor constant date := coalesce(s.dtstart, s.valid_from);
  every constant int := coalesce(s."interval", 1);
  day_of_month constant int := extract(day from on_day)::int;
  last_of_month constant int := extract(day from date_trunc('month', on_day) + interval '1 month - 1 day')::int;
  wkst_days constant int := case s.wkst when 'SU' then 1 when 'SA' then 2 when 'FR' then 3 when 'TH' then 4 when 'WE' then 5 when 'TU' then 6 else 0 end;
  is_certain constant boolean := s.freq is not null and s.byweekno is null and s.byyearday is null and (every = 1 or anchor is not null);
begin
  if s.byday is not null and not exists (
    select from unnest(string_to_array(replace(s.byday, ' ', ''), ',')) as part
    where right(part, 2) = code and (s.freq is distinct from 'MONTHLY' or left(part, -2) in ('',
      ((day_of_month + 6) / 7)::text, (-((last_of_month - day_of_month) / 7 + 1))::text)))
  then return false; end if;
  if s.bymonthday is not null and not exists (
    select from unnest(string_to_array(replace(s.bymonthday, ' ', ''), ',')) as part
    where part in (day_of_month::text, (day_of_month - last_of_month - 1)::text))
  then return false; end if;
  if s.byday is null and s.bymonthday is null then
    if s.dtstart is null or s.freq is null then return null; end if;
    if s.freq = 'WEEKLY' and extract(dow from on_day) <> extract(dow from s.dtstart) then return false; end if;
    if s.freq = 'MONTHLY' and extract(day from on_day) <> extract(day from s.dtstart) then return false; end if;
  end if;
  if not is_certain then return null; end if;
  if every = 1 then return true; end if;
  if s.freq = 'WEEKLY' then
    return ((date_trunc('week', on_day + wkst_days)::date - date_trunc('week', anchor + wkst_days)::date) / 7) % every = 0;
  end if;
  return ((extract(year from on_day) - extract(year from anchor)) * 12 + extract(month from on_day) - extract(month from anchor))::int % every = 0;
end $$;

-- Whether a day lies between the start and the end of a row.
create function schedule_is_valid(s schedule, on_day date) returns boolean language sql immutable as $$
  select on_day >= coalesce(greatest(s.valid_from, s.dtstart), on_day)
    and on_day <= coalesce(least(s.valid_to, s.until), case when s.is_holiday then s.valid_from end, on_day)
$$;

-- Null if it is not known whether the row falls on that day.
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
    if s.dtstart is null then return null; end if;
    return (select count(*) from generate_series(s.dtstart, on_day, interval '1 day') as day where schedule_matches(s, day::date)) <= s.count;
  end if;
  return matches;
end $$;

-- Whether a row says on which days it falls, and when it is open or closed on them.
create function schedule_speaks(s schedule) returns boolean language sql immutable as $$
  select s.is_understood and s.freq is not null and s.byweekno is null and s.byyearday is null
    and (s.byday is not null or s.bymonthday is not null or s.dtstart is not null)
    and (coalesce(s."interval", 1) = 1 or coalesce(s.dtstart, s.valid_from) is not null)
    and (s.count is null or s.dtstart is not null)
$$;

-- The rows that decide about a day: its holidays; else those of the nearest level that says anything at that time. A level
-- that has ended, or that was not understood, is silent. Without any that speaks, all rows are given.
create function deciding_schedules(for_service uuid, at_location uuid, on_day date)
returns setof schedule language plpgsql stable as $$
declare
  candidates schedule[];
  levels int[];
  nearest int;
begin
  select array_agg(c.s order by c.level), array_agg(c.level order by c.level) into candidates, levels from (
    select s, 1 as level from service_at_location p join schedule s on s.service_at_location_id = p.id
      where p.service_id = for_service and p.location_id = at_location
    union all
    select s, 2 from schedule s
      where s.service_id = for_service and s.service_at_location_id is null and coalesce(s.location_id = at_location, true)
    union all
    select s, 3 from schedule s
      where s.location_id = at_location and s.service_at_location_id is null and s.service_id is null
  ) c;
  if candidates is null then return; end if;
  return query select (c).* from unnest(candidates) as c where c.is_holiday and schedule_applies(c, on_day);
  if found then return; end if;
  for at in 1 .. array_length(candidates, 1) loop
    if not candidates[at].is_holiday and schedule_is_valid(candidates[at], on_day) and schedule_speaks(candidates[at]) then
      nearest := levels[at];
      exit;
    end if;
  end loop;
  for at in 1 .. array_length(candidates, 1) loop
    if not candidates[at].is_holiday and (nearest is null or levels[at] = nearest) then return next candidates[at]; end if;
  end loop;
end $$;

-- The hours of a service at a place (or of the service alone, with a null place) on a day; no row: closed or not known.
create or replace function opening_hours(for_service uuid, at_location uuid, on_day date)
returns table (opens_at time, closes_at time) language sql stable as $$
  select s.opens_at, s.closes_at from deciding_schedules(for_service, at_location, on_day) s
  where s.is_understood and s.opens_at is not null and s.closes_at is not null and schedule_applies(s, on_day)
  order by 1, 2
$$;

-- Whether it is known when a service is open on a day: a row says so, or other days of the same rows have known hours.
create function are_hours_known(for_service uuid, at_location uuid, on_day date) returns boolean language sql stable as $$
  select coalesce(bool_or(applies and (is_understood or is_holiday)), false)
    or (coalesce(bool_or(not is_holiday and speaks and (is_valid or starts_later)), false) and coalesce(bool_and(applies is not null and not (applies and not is_understood)), false))
  from (
    select s.is_holiday, s.is_understood, schedule_applies(s, on_day) as applies, schedule_speaks(s) as speaks,
      schedule_is_valid(s, on_day) as is_valid, greatest(s.valid_from, s.dtstart) > on_day as starts_later
    from deciding_schedules(for_service, at_location, on_day) s) rows
$$;

-- Services with an unread status are listed as those that say none.
do $$
declare definition text := pg_get_functiondef('refresh_service_search(uuid[])'::regprocedure);
begin
  execute replace(definition, 's.status = ''active''', 'coalesce(s.status, ''active'') = ''active''');
end $$;
