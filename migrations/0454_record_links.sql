-- Links by which a person sees their own record without an account. The code is stored as a hash; the birth date is
-- asked again.
create table record_link (
  id                  uuid primary key default gen_random_uuid(),
  contact_id          uuid not null references contact (id) on delete cascade,
  code_hash           text not null unique,
  channel             text not null check (channel in ('copy', 'email', 'sms')),
  language            text not null check (language in ('en', 'es')),
  created_by          uuid references account (id) on delete set null,
  created_on          timestamptz(3) not null default now(),
  expires_on          timestamptz(3) not null,
  withdrawn_on        timestamptz(3),
  -- When the birth date was first right.
  opened_on           timestamptz(3),
  -- Wrong birth dates that are still forgiven.
  tries_left          smallint not null default 5 check (tries_left >= 0),
  -- Given to the browser that knew the birth date.
  session_hash        text,
  session_expires_on  timestamptz(3)
);
create index record_link_contact on record_link (contact_id);
create index record_link_created_by on record_link (created_by) where created_by is not null;
