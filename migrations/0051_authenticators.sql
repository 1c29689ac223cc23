-- Second factors that people enrolled. The e-mail authenticator has no row: it always exists.
create table authenticator (
  id                  uuid primary key default gen_random_uuid(),
  account_id          uuid not null references account on delete cascade,
  authenticator_type  text not null check (authenticator_type in ('otp', 'oob')),
  oob_channel         text check (oob_channel in ('sms', 'voice')),
  phone_number        text,
  -- an app's secret, encrypted with the installation's SECRET_KEYS
  sealed_secret       text,
  -- the newest time step whose code was used, so that a code counts once
  last_step           bigint,
  active              boolean not null default false,
  created_on          timestamptz not null default now(),
  enrolled_on         timestamptz,
  last_used_on        timestamptz,
  check ((authenticator_type = 'otp') = (sealed_secret is not null)),
  check ((authenticator_type = 'oob') = (phone_number is not null and oob_channel is not null))
);
create unique index authenticator_active on authenticator (account_id, authenticator_type) where active;
create unique index authenticator_pending on authenticator (account_id) where not active;

-- A code that was sent and is to come back. Without an authenticator it went to the account's e-mail address.
create table authenticator_challenge (
  oob_code_hash     text primary key,
  account_id        uuid not null references account on delete cascade,
  authenticator_id  uuid references authenticator on delete cascade,
  session_id        uuid not null references session (id) on delete cascade,
  sealed_code       text not null,
  tries             integer not null default 0,
  used_on           timestamptz,
  expires_on        timestamptz not null,
  created_on        timestamptz not null default now()
);
create index authenticator_challenge_account on authenticator_challenge (account_id);
create index authenticator_challenge_authenticator on authenticator_challenge (authenticator_id);
create index authenticator_challenge_session on authenticator_challenge (session_id);

-- Only hashes. Codes that came with an enrollment count from the moment that the enrollment is confirmed.
create table recovery_code (
  account_id   uuid not null references account on delete cascade,
  code_hash    text not null,
  pending_for  uuid references authenticator on delete cascade,
  used_on      timestamptz,
  created_on   timestamptz not null default now(),
  primary key (account_id, code_hash)
);
create index recovery_code_pending on recovery_code (pending_for) where pending_for is not null;
