-- Lists of services that staff collect for somebody.
create table service_list (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organization (id) on delete cascade,
  account_id      uuid not null references account (id) on delete cascade,
  -- For whom it is, if that is a person on record.
  contact_id      uuid references contact (id) on delete set null,
  language        text not null default 'en' check (language in ('en', 'es')),
  -- The one to which its author adds services.
  is_current      boolean not null default true,
  version         integer not null default 1,
  created_on      timestamptz(3) not null default now(),
  changed_on      timestamptz(3) not null default now()
);
create unique index service_list_current on service_list (account_id, organization_id) where is_current;
create index service_list_mine on service_list (account_id, created_on, id);
create index service_list_contact on service_list (contact_id) where contact_id is not null;

create table service_list_entry (
  list_id    uuid not null references service_list (id) on delete cascade,
  service_id uuid not null references service (id) on delete cascade,
  position   integer not null,
  note       text,
  primary key (list_id, service_id)
);
create index service_list_entry_service on service_list_entry (service_id);

-- Whoever has the link reads the list; its token is stored only as a hash.
create table service_list_link (
  id           uuid primary key default gen_random_uuid(),
  list_id      uuid not null references service_list (id) on delete cascade,
  token_hash   text not null unique,
  channel      text not null check (channel in ('copy', 'email', 'sms')),
  created_by   uuid references account (id) on delete set null,
  created_on   timestamptz(3) not null default now(),
  expires_on   timestamptz(3) not null,
  withdrawn_on timestamptz(3)
);
create index service_list_link_list on service_list_link (list_id);
create index service_list_link_expired on service_list_link (expires_on);

-- What readers of a link say, each thing once.
create table service_list_answer (
  id          uuid primary key default gen_random_uuid(),
  link_id     uuid not null references service_list_link (id) on delete cascade,
  service_id  uuid not null references service (id) on delete cascade,
  kind        text not null check (kind in ('helped', 'wrong')),
  topic       text check (topic in ('hours', 'phone', 'address', 'eligibility', 'application', 'closed', 'other')),
  words       text,
  answered_on timestamptz(3) not null default now(),
  unique nulls not distinct (link_id, service_id, kind, topic),
  check ((topic is null) = (kind <> 'wrong'))
);
create index service_list_answer_service on service_list_answer (service_id);

-- A list was sent to a person.
alter table access_log drop constraint access_log_way_check;
alter table access_log add constraint access_log_way_check check (way in
  ('record', 'list', 'duplicate', 'phone', 'referral', 'referral-list', 'message', 'sent', 'invitation', 'export', 'service-list'));
