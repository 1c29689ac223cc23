-- The task that is told what became of a message.
alter table message add column report_task text;

-- What became of each notice that a referral caused: the message itself is blanked and deleted.
create table referral_delivery (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null references referral,
  message_id uuid not null unique,
  purpose text not null check (purpose in ('arrival', 'reminder', 'invitation')),
  channel text not null check (channel in ('email', 'sms')),
  account_id uuid references account,
  masked_address text not null,
  queued_on timestamptz(3) not null default now(),
  handed_over_on timestamptz(3),
  failed_on timestamptz(3),
  failure text check (failure in ('invalid-address', 'unsubscribed', 'refused', 'no-service', 'no-answer')),
  left_out_on timestamptz(3),
  check ((failed_on is null) = (failure is null))
);
create index referral_delivery_of_referral on referral_delivery (referral_id, queued_on);

-- When a claim link was first opened, and when an account claimed it.
alter table referral_invitation add column opened_on timestamptz(3), add column claimed_on timestamptz(3);
