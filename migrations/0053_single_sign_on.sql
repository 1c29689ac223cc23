-- Whom an OpenID provider knows as which account: by issuer and subject, never by an address.
create table sign_on_identity (
  id            uuid primary key default gen_random_uuid(),
  account_id    uuid not null references account on delete cascade,
  issuer        text not null,
  subject       text not null,
  -- what the provider calls the person, for their own eyes
  label         text,
  linked_on     timestamptz not null default now(),
  last_used_on  timestamptz,
  unique (issuer, subject)
);
create index sign_on_identity_account on sign_on_identity (account_id);

-- A way to the provider and back. The state and the browser's secret are kept as hashes; nonce and PKCE verifier are made
-- from them with the portal's key and stand nowhere.
create table sign_on_attempt (
  state_hash    text primary key,
  browser_hash  text not null,
  purpose       text not null check (purpose in ('sign-in', 'link', 'confirm')),
  -- the account that links itself, or confirms that it is still there; null for a sign-in
  account_id    uuid references account on delete cascade,
  return_path   text,
  expires_on    timestamptz not null
);

-- Somebody the provider knows and the portal does not, waiting to say which account is theirs.
create table sign_on_pending (
  browser_hash  text primary key,
  issuer        text not null,
  subject       text not null,
  label         text,
  expires_on    timestamptz not null
);

-- The link mailed to an account's own address that ties a waiting identity to it.
create table sign_on_link (
  code_hash     text primary key,
  browser_hash  text not null references sign_on_pending on delete cascade,
  account_id    uuid not null references account on delete cascade,
  created_on    timestamptz not null default now()
);
create index sign_on_link_account on sign_on_link (account_id);
create index sign_on_link_browser on sign_on_link (browser_hash);

-- What signing out at the provider needs: its own ID token, encrypted.
create table sign_on_visit (
  browser_hash     text primary key,
  account_id       uuid not null references account on delete cascade,
  id_token_sealed  text not null,
  expires_on       timestamptz not null
);
create index sign_on_visit_account on sign_on_visit (account_id);
