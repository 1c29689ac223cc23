-- What happened to an account, for its owner to read; kept for 90 days and without secrets.
create table account_event (
  id               bigint generated always as identity primary key,
  account_id       uuid not null references account on delete cascade,
  -- who did it, when somebody was signed in
  actor_id         uuid,
  -- who acted as that person at the time
  impersonator_id  uuid,
  kind             text not null,
  detail           jsonb not null default '{}',
  ip               text,
  user_agent       text,
  created_on       timestamptz not null default now()
);
create index account_event_account on account_event (account_id, id desc);
create index account_event_age on account_event (created_on);

-- 'This was not me' links in security mail. Only the hash of a code is kept.
create table not_me_link (
  code_hash     text primary key,
  account_id    uuid not null references account on delete cascade,
  -- what the mail told of
  kind          text not null,
  -- the address that the mail went to, when the account has another one since
  former_email  text,
  created_on    timestamptz not null default now(),
  expires_on    timestamptz not null default now() + interval '7 days',
  used_on       timestamptz
);
create index not_me_link_account on not_me_link (account_id);
create index not_me_link_age on not_me_link (expires_on);
