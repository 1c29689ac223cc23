-- A session is whole, or waits for a second factor. `ip` is the address that it was opened from.
alter table session
  add column stage text not null default 'whole' check (stage in ('whole', 'factor-needed')),
  add column ip text;

-- What the platform asks of everybody with a role.
create table role_setting (
  role         text primary key check (role in ('platform-admin', 'developer', 'support-agent', 'organization-admin', 'organization-staff', 'community-member')),
  require_mfa  boolean not null default false,
  changed_on   timestamptz not null default now()
);
