-- Internal notes are for support agents and platform admins alone. What a call forgets to ask for is public: so every
-- statement that reads notes names the visibility, and a row that says nothing is of the kind that everybody always saw.
alter table support_request_note
  add column visibility text not null default 'public' check (visibility in ('public', 'internal')),
  -- where it was written: on the screen, or in an answer by e-mail
  add column source text not null default 'screen' check (source in ('screen', 'mail'));

-- Whom a note names with '@', and when they saw it.
create table support_request_mention (
  note_id    uuid not null references support_request_note on delete cascade,
  account_id uuid not null references account on delete cascade,
  seen_on    timestamptz,
  primary key (note_id, account_id)
);
create index support_request_mention_unseen on support_request_mention (account_id, note_id) where seen_on is null;
