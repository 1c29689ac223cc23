create table passkey (
  id             uuid primary key default gen_random_uuid(),
  account_id     uuid not null references account on delete cascade,
  credential_id  text not null unique,
  public_key     bytea not null,
  counter        bigint not null default 0,
  transports     text[] not null default '{}',
  name           text not null,
  -- it may live on several devices, and has been copied to another one
  is_synced      boolean not null,
  created_on     timestamptz not null default now(),
  last_used_on   timestamptz
);
create index passkey_account on passkey (account_id, created_on);

-- Each challenge is answered once, for what it was made for.
create table passkey_challenge (
  challenge_hash  text primary key,
  purpose         text not null check (purpose in ('register', 'sign-in', 'confirm')),
  account_id      uuid references account on delete cascade,
  expires_on      timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_on);
