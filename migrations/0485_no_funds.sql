-- "No funds" is a reason of its own, apart from "no capacity": reports count it, and how quickly they are counted does not
-- depend on how many referrals there are in all.

create or replace view referral_fact_source as
select r.id as referral_id, r.request_id, request.contact_id, (r.sent_on at time zone zone)::date as sent_day,
  r.sender_organization_id as sender_id, r.recipient_organization_id as recipient_id, r.service_id, request.need,
  home.zip, place.county_fips as county, place.state, lower(nullif(trim(r.snapshot ->> 'language'), '')) as language,
  age_band(extract(year from age((r.sent_on at time zone zone)::date, (r.snapshot ->> 'birthDate')::date))::integer) as age_band,
  class as status_class,
  case when class in ('declined', 'unresolved') then
    case when r.reason in ('not eligible', 'no capacity', 'no funds', 'service not provided', 'already enrolled', 'duplicate', 'could not contact', 'client declined', 'moved')
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
select rebuild_referral_facts();

create index referral_fact_unmet on referral_fact (sent_day)
  where status_class in ('declined', 'unresolved') and reason in ('no capacity', 'no funds');
