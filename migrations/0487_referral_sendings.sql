-- A draft that is on its way: it is sent after a few seconds, in which its sender can undo that. What was typed for the
-- sending stays with the draft if it was undone or could not be sent.
create table referral_sending (
  referral_id             uuid primary key references referral on delete cascade,
  -- those that were sent with one call
  batch_id                uuid not null,
  account_id              uuid not null references account,
  -- null: not on its way any more
  sends_on                timestamptz(3),
  -- the problem because of which it was not sent
  refused                 text,
  note                    text,
  intake_reason           text,
  consent_override_reason text check (consent_override_reason in ('required by law', 'emergency', 'consent on paper', 'other')),
  consent_override_text   text
);
create index referral_sending_batch on referral_sending (batch_id);
create index referral_sending_account on referral_sending (account_id);
