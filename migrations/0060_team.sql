-- A person's record as their organization keeps it is saved against the version that was read.
alter table account add column version integer not null default 1;

-- Whoever sends a link sees what became of it, and can withdraw it. Without withdrawn_by it was replaced: by a newer
-- link, or because the password was set another way.
alter table account_token
  add column id            uuid not null unique default gen_random_uuid(),
  add column sent_by       uuid references account on delete set null,
  add column withdrawn_on  timestamptz,
  add column withdrawn_by  uuid references account on delete set null;
alter table contact_invitation add column withdrawn_by uuid references account on delete set null;

-- Somebody is asked to join an organization (or, without one, the platform's own people). Only the hash of the code is kept.
create table account_invitation (
  id               uuid primary key default gen_random_uuid(),
  code_hash        text not null unique,
  organization_id  uuid references organization,
  email            text not null,
  first_name       text not null,
  last_name        text not null,
  title            text,
  roles            text[] not null check (cardinality(roles) > 0),
  language         text not null check (language in ('en', 'es')),
  invited_by       uuid references account on delete set null,
  account_id       uuid references account on delete set null,
  expires_on       timestamptz not null,
  used_on          timestamptz,
  withdrawn_on     timestamptz,
  withdrawn_by     uuid references account on delete set null,
  -- in milliseconds, as a page's cursor carries it
  created_on       timestamptz(3) not null default now()
);
create index account_invitation_organization on account_invitation (organization_id, created_on desc, id);
create index account_invitation_account on account_invitation (account_id);
create index account_invitation_email on account_invitation (email, created_on);

-- A new e-mail address or telephone number that counts only once its owner has confirmed it.
create table account_change (
  id            uuid primary key default gen_random_uuid(),
  account_id    uuid not null references account on delete cascade,
  kind          text not null check (kind in ('email', 'phone')),
  old_value     text,
  new_value     text not null,
  code_hash     text not null unique,
  -- the codes of the links that say "this was not me", sent to the address that counted before
  stop_hashes   text[] not null default '{}',
  asked_by      uuid references account on delete set null,
  expires_on    timestamptz not null,
  used_on       timestamptz,
  withdrawn_on  timestamptz,
  withdrawn_by  uuid references account on delete set null,
  created_on    timestamptz not null default now()
);
create unique index account_change_open on account_change (account_id, kind) where used_on is null and withdrawn_on is null;
create index account_change_account on account_change (account_id, created_on desc);
create index account_change_stop on account_change using gin (stop_hashes);

-- Platform admins look for any account by a part of its address or of a name.
create index account_email_holds on account using gin (lower(email) gin_trgm_ops);
create index contact_holder_name on contact using gin (plain_text(first_name || ' ' || last_name) gin_trgm_ops)
  where organization_id is null;
