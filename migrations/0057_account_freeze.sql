-- The address that a 'this was not me' mail went to: its reader is the one who is believed, whatever the account's address is now.
alter table not_me_link rename column former_email to sent_to;

-- An account whose owner said that something was not them. Nobody is signed in to it until its password is reset by a link
-- that goes to recovery_email alone.
create table account_freeze (
  account_id      uuid primary key references account on delete cascade,
  recovery_email  text not null,
  -- when the mail was sent whose link froze it: an earlier one is nearer to the rightful owner
  told_on         timestamptz not null,
  begun_on        timestamptz not null default now()
);
create index account_freeze_email on account_freeze (lower(recovery_email));
