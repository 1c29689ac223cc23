-- What was shared of an intake with a referral, as of that moment.
create table shared_intake (
  id              uuid primary key default gen_random_uuid(),
  referral_id     uuid not null references referral (id) on delete cascade,
  contact_id      uuid not null references contact (id) on delete cascade,
  intake_id       uuid references intake (id) on delete set null,
  title           jsonb not null,
  completed_on    timestamptz(3) not null,
  answers         jsonb not null,
  -- Sensitive answers that were not chosen.
  left_out        integer not null default 0,
  shared_by       uuid references account (id) on delete set null,
  shared_on       timestamptz(3) not null default now(),
  unique (referral_id, intake_id)
);
create index shared_intake_contact on shared_intake (contact_id);
create index shared_intake_intake on shared_intake (intake_id) where intake_id is not null;
create index shared_intake_shared_by on shared_intake (shared_by) where shared_by is not null;
