-- Whether a person wants to be told where their referrals stand, by messages that the portal sends by itself.
alter table safe_contact add column wants_notices boolean not null default false;

-- What a person was told of a step of a referral, or why not.
create table person_notice (
  id              uuid primary key default gen_random_uuid(),
  referral_id     uuid not null references referral,
  request_id      uuid not null references referral_request,
  event_id        uuid not null references referral_event,
  contact_id      uuid not null references contact on delete cascade,
  kind            text not null check (kind in ('sent', 'accepted', 'closed')),
  state           text not null check (state in ('waiting', 'told', 'not-told')),
  -- Why they were not told, or not yet.
  reason          text check (reason in ('not-asked', 'not-wished', 'do-not-contact', 'no-address', 'unsafe', 'not-now',
    'no-birth-date', 'withdrawn', 'not-delivered', 'too-many')),
  channel         text check (channel in ('email', 'sms')),
  masked_address  text,
  message_id      uuid unique,
  changed_on      timestamptz(3) not null default now(),
  unique (event_id, contact_id)
);
create index person_notice_of_referral on person_notice (referral_id, changed_on);
create index person_notice_of_person on person_notice (contact_id);
-- Of several recipients for one need, one notice that it was sent.
create unique index person_notice_sent_once on person_notice (request_id, contact_id)
  where kind = 'sent' and state <> 'not-told';
