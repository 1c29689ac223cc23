-- Links by which a person fills in an intake themselves. The code is stored as a hash; the birth date is asked again.
create table intake_link (
  id                  uuid primary key default gen_random_uuid(),
  intake_id           uuid not null references intake (id) on delete cascade,
  code_hash           text not null unique,
  channel             text not null check (channel in ('copy', 'email', 'sms')),
  created_by          uuid references account (id) on delete set null,
  created_on          timestamptz(3) not null default now(),
  expires_on          timestamptz(3) not null,
  withdrawn_on        timestamptz(3),
  -- Wrong birth dates that are still forgiven.
  tries_left          smallint not null default 5 check (tries_left >= 0),
  -- Given to the browser that knew the birth date.
  session_hash        text,
  session_expires_on  timestamptz(3)
);
create index intake_link_intake on intake_link (intake_id);
create index intake_link_created_by on intake_link (created_by) where created_by is not null;
