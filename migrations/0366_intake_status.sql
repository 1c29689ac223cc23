-- Whether a service takes new people, as its organization said, and until which day that is known to hold.
alter table service
  add column intake_status text check (intake_status in ('open', 'limited', 'waitlist', 'paused', 'closed')),
  add column intake_per_week integer check (intake_per_week > 0),
  add column intake_wait_weeks integer check (intake_wait_weeks > 0),
  add column intake_until date,
  add column intake_stated_on date,
  -- The day on which its organization was asked whether a lapsed status still holds.
  add column intake_asked_on date,
  add check ((intake_until is null) = (intake_stated_on is null));

create index service_taking_people on service (id, intake_until) where intake_status in ('open', 'limited', 'waitlist');
create index service_intake_lapsing on service (intake_until) where intake_until is not null and intake_asked_on is null;
