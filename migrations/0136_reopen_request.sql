-- A recipient who wants to go on with an ended referral asks its sender, once. Who asked and why stands in the history.
alter table referral
  add column reopen_asked_on timestamptz(3),
  add column reopen_answered_on timestamptz(3),
  add constraint referral_reopen_answer_has_request check (reopen_answered_on is null or reopen_asked_on is not null);
create index referral_reopen_asked on referral (sender_organization_id, reopen_asked_on)
  where reopen_asked_on is not null and reopen_answered_on is null;
