-- What reports count: one narrow row for each referral that was ever sent. Triggers keep it, and the view that they read
-- is the only definition, so a rebuild gives the same rows.

-- Days and months are those of the portal's time zone, which it writes here when it starts.
create table report_calendar (
  only_row  boolean primary key default true check (only_row),
  time_zone text not null
);
insert into report_calendar (time_zone) values ('America/New_York');

create function observed_day(day date) returns date language sql immutable parallel safe
  return day + case extract(dow from day) when 6 then -1 when 0 then 1 else 0 end;
-- For example, the third Monday of a month.
create function nth_weekday(year integer, month integer, weekday integer, nth integer) returns date language sql immutable parallel safe
  return make_date(year, month, 1) + (weekday - extract(dow from make_date(year, month, 1))::integer + 7) % 7 + (nth - 1) * 7;
-- The legal public holidays of the United States in a year; an observed New Year's Day can lie in the year before.
create function federal_holidays(year integer) returns date[] language sql immutable parallel safe
  return array[
    observed_day(make_date(year, 1, 1)), nth_weekday(year, 1, 1, 3), nth_weekday(year, 2, 1, 3),
    nth_weekday(year, 6, 1, 1) - 7, observed_day(make_date(year, 6, 19)), observed_day(make_date(year, 7, 4)),
    nth_weekday(year, 9, 1, 1), nth_weekday(year, 10, 1, 2), observed_day(make_date(year, 11, 11)),
    nth_weekday(year, 11, 4, 4), observed_day(make_date(year, 12, 25))];

-- Seconds on Mondays to Fridays since Monday, January 3, 2000.
create function weekday_seconds(moment timestamp) returns bigint language sql immutable parallel safe
  return (floor((moment::date - date '2000-01-03') / 7.0) * 5 + least((moment::date - date '2000-01-03') % 7, 5))::bigint * 86400
    + case when extract(isodow from moment) < 6 then floor(extract(epoch from moment::time))::bigint else 0 end;
-- Minutes on working days between two local times: all hours of Mondays to Fridays except federal holidays.
create function working_minutes(since timestamp, until timestamp) returns integer language sql immutable parallel safe
  return case when since is null or until is null then null when until <= since then 0 else ((
    weekday_seconds(until) - weekday_seconds(since) - coalesce((
      select sum(extract(epoch from least(until, holiday + interval '1 day') - greatest(since, holiday)))
      from generate_series(extract(year from since)::integer, extract(year from until)::integer + 1) as year,
        unnest(federal_holidays(year)) as holiday
      where holiday between since::date and until::date), 0)) / 60)::integer end;

-- The states of a referral that reports tell apart.
create function referral_status_class(status text) returns text language sql immutable parallel safe
  return case status when 'Sent' then 'waiting' when 'In Review' then 'seen' when 'Accepted' then 'open' when 'In Progress' then 'open'
    when 'On Hold' then 'open' when 'Declined' then 'declined' when 'Expired' then 'expired' when 'Forwarded' then 'forwarded'
    when 'Closed: Resolved' then 'resolved' when 'Closed: Unresolved' then 'unresolved' when 'Recalled' then 'recalled' end;
create function age_band(age integer) returns text language sql immutable parallel safe
  return case when age is null or age < 0 then null when age < 6 then '0-5' when age < 18 then '6-17' when age < 25 then '18-24' when age < 45 then '25-44'
    when age < 65 then '45-64' else '65+' end;

create table referral_fact (
  referral_id           uuid primary key references referral on delete cascade,
  request_id            uuid not null,
  -- whom it is about; it follows when records are merged
  contact_id            uuid not null,
  sent_day              date not null,
  sender_id             uuid not null,
  recipient_id          uuid not null,
  service_id            uuid,
  need                  text not null,
  -- what was shared about the person on that day; null: unknown, or erased since
  zip                   text,
  county                text,
  state                 text,
  language              text,
  age_band              text check (age_band in ('0-5', '6-17', '18-24', '25-44', '45-64', '65+')),
  status_class          text not null check (status_class in ('waiting', 'seen', 'open', 'declined', 'expired', 'forwarded', 'resolved', 'unresolved', 'recalled')),
  -- of a decline or of a closing without help; free text counts as other
  reason                text,
  outcome               text,
  -- from sending, on working days; null: it has not happened
  minutes_to_view       integer,
  minutes_to_answer     integer,
  minutes_to_contact    integer,
  minutes_to_close      integer,
  -- which try for the need it is, from 1
  attempt_no            smallint not null,
  -- sent to an organization where nobody had an account, and not confirmed since: the recipient does not know of it
  is_held               boolean not null,
  -- false where the recipient gave up or lost the right to the person's details
  recipient_sees_person boolean not null
) with (fillfactor = 85);
create index referral_fact_sender on referral_fact (sender_id, sent_day);
create index referral_fact_recipient on referral_fact (recipient_id, sent_day);
create index referral_fact_request on referral_fact (request_id);
create index referral_fact_day on referral_fact (sent_day);

-- The definition of a fact.
create view referral_fact_source as
select r.id as referral_id, r.request_id, request.contact_id, (r.sent_on at time zone zone)::date as sent_day,
  r.sender_organization_id as sender_id, r.recipient_organization_id as recipient_id, r.service_id, request.need,
  home.zip, place.county_fips as county, place.state, lower(nullif(trim(r.snapshot ->> 'language'), '')) as language,
  age_band(extract(year from age((r.sent_on at time zone zone)::date, (r.snapshot ->> 'birthDate')::date))::integer) as age_band,
  class as status_class,
  case when class in ('declined', 'unresolved') then
    case when r.reason in ('not eligible', 'no capacity', 'service not provided', 'already enrolled', 'duplicate', 'could not contact', 'client declined', 'moved')
      then r.reason else 'other' end end as reason,
  case when class = 'resolved' then r.outcome end as outcome,
  working_minutes(r.sent_on at time zone zone, r.first_viewed_on at time zone zone) as minutes_to_view,
  working_minutes(r.sent_on at time zone zone, r.responded_on at time zone zone) as minutes_to_answer,
  working_minutes(r.sent_on at time zone zone, r.first_contact_on at time zone zone) as minutes_to_contact,
  case when class in ('resolved', 'unresolved') then working_minutes(r.sent_on at time zone zone, r.closed_on at time zone zone) end as minutes_to_close,
  (select count(*) from referral other where other.request_id = r.request_id and other.sent_on is not null
    and other.status not in ('Draft', 'Entered In Error') and (other.sent_on, other.id) <= (r.sent_on, r.id))::smallint as attempt_no,
  r.recipient_confirmed_on is null as is_held,
  r.sender_organization_id = r.recipient_organization_id
    or (r.details_ended_on is null and class in ('waiting', 'seen', 'open', 'resolved', 'unresolved')) as recipient_sees_person
from referral r
  join referral_request request on request.id = r.request_id
  cross join lateral (select time_zone as zone from report_calendar) calendar
  cross join lateral (select referral_status_class(r.status) as class) state
  cross join lateral (select substring(r.snapshot ->> 'postalCode' from '^\s*(\d{5})') as zip) home
  left join place on place.zip = home.zip
where r.sent_on is not null and r.status not in ('Draft', 'Entered In Error');

-- Makes the fact of a referral what its rows say. @returns whether it was different
create function refresh_referral_fact(one uuid) returns boolean language plpgsql as $$
begin
  insert into referral_fact as f (referral_id, request_id, contact_id, sent_day, sender_id, recipient_id, service_id, need, zip, county, state, language,
    age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, is_held,
    recipient_sees_person)
  select referral_id, request_id, contact_id, sent_day, sender_id, recipient_id, service_id, need, zip, county, state, language,
    age_band, status_class, reason, outcome, minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, is_held,
    recipient_sees_person
  from referral_fact_source source where source.referral_id = one
  on conflict (referral_id) do update set request_id = excluded.request_id, contact_id = excluded.contact_id, sent_day = excluded.sent_day, sender_id =
    excluded.sender_id, recipient_id = excluded.recipient_id, service_id = excluded.service_id, need = excluded.need, zip =
    excluded.zip, county = excluded.county, state = excluded.state, language = excluded.language, age_band = excluded.age_band,
    status_class = excluded.status_class, reason = excluded.reason, outcome = excluded.outcome, minutes_to_view =
    excluded.minutes_to_view, minutes_to_answer = excluded.minutes_to_answer, minutes_to_contact = excluded.minutes_to_contact,
    minutes_to_close = excluded.minutes_to_close, attempt_no = excluded.attempt_no, is_held = excluded.is_held,
    recipient_sees_person = excluded.recipient_sees_person
  where f is distinct from excluded;
  if found then return true; end if;
  delete from referral_fact f where f.referral_id = one and not exists (select from referral_fact_source source where source.referral_id = one);
  return found;
end $$;

-- Makes all facts what the rows say. @returns how many were different
create function rebuild_referral_facts() returns bigint language sql as $$
  select count(*) filter (where refresh_referral_fact(id)) from referral
$$;
select rebuild_referral_facts();

create function keep_referral_fact() returns trigger language plpgsql as $$
begin
  perform refresh_referral_fact(new.id);
  return null;
end $$;
create trigger referral_fact_made after insert on referral for each row when (new.sent_on is not null) execute function keep_referral_fact();
create trigger referral_fact_changed after update on referral for each row
  when ((old.request_id, old.sender_organization_id, old.recipient_organization_id, old.service_id, old.status, old.reason, old.outcome, old.snapshot,
      old.sent_on, old.first_viewed_on, old.responded_on, old.first_contact_on, old.closed_on, old.recipient_confirmed_on, old.details_ended_on)
    is distinct from (new.request_id, new.sender_organization_id, new.recipient_organization_id, new.service_id, new.status, new.reason, new.outcome,
      new.snapshot, new.sent_on, new.first_viewed_on, new.responded_on, new.first_contact_on, new.closed_on, new.recipient_confirmed_on, new.details_ended_on))
  execute function keep_referral_fact();

-- Every act on a referral ends with its request, whose row is then locked: here the tries of two acts are counted again.
-- A fact that another act holds is left to that act, which comes here next.
create function keep_request_facts() returns trigger language plpgsql as $$
begin
  update referral_fact f set contact_id = source.contact_id, need = source.need, attempt_no = source.attempt_no
  from referral_fact_source source
  where f.referral_id in (select referral_id from referral_fact where request_id = new.id for update skip locked)
    and source.referral_id = f.referral_id
    and (f.contact_id, f.need, f.attempt_no) is distinct from (source.contact_id, source.need, source.attempt_no);
  return null;
end $$;
create trigger referral_facts_of_request after update on referral_request for each row execute function keep_request_facts();
