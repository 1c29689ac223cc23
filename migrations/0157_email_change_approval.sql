-- A new e-mail address that somebody else asked for needs two words: that of its mailbox (confirmed_on), and that of the
-- account's owner (approved_on), by a link in the old mailbox or a session of their own. After seven days of silence, with
-- notices on the way, the first is enough.
alter table account_change
  add column confirmed_on   timestamptz,
  add column approved_on    timestamptz,
  add column approval_hash  text unique,
  add column notices        smallint not null default 0;
create index account_change_waiting on account_change (created_on)
  where confirmed_on is not null and used_on is null and withdrawn_on is null;
