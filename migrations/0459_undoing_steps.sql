-- What a step of a referral changed, while its author may still undo it. Rows are deleted when that time is over.
create table referral_undo (
  event_id     uuid primary key references referral_event (id) on delete cascade,
  referral_id  uuid not null references referral (id) on delete cascade,
  -- the columns as they were before the step
  before       jsonb not null,
  -- of a recall that followed from an acceptance: that step
  caused_by    uuid references referral_event (id) on delete cascade,
  expires_on   timestamptz(3) not null
);
create index referral_undo_referral on referral_undo (referral_id);
create index referral_undo_cause on referral_undo (caused_by) where caused_by is not null;
create index referral_undo_expiry on referral_undo (expires_on);
