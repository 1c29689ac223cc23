-- The appointment that a person has for a referral; the last one that the recipient recorded.
create table appointment (
  referral_id   uuid primary key references referral,
  starts_on     timestamptz(3) not null,
  -- Where to go, whom to ask for, what to bring.
  note          text,
  cancelled_on  timestamptz(3),
  -- The step that recorded it as it is now.
  event_id      uuid not null references referral_event,
  changed_on    timestamptz(3) not null default now()
);

alter table person_notice drop constraint person_notice_kind_check;
alter table person_notice add constraint person_notice_kind_check
  check (kind in ('sent', 'accepted', 'appointment', 'closed'));
