create table organization_type (
  id    uuid primary key default gen_random_uuid(),
  name  text not null unique
);
insert into organization_type (name) values
  ('Community-based organization'), ('Food bank or pantry'), ('Housing agency'), ('Health care provider'),
  ('Legal aid'), ('School or library'), ('Faith-based organization'), ('Government agency'), ('Other');

create table tax_status (
  id    uuid primary key default gen_random_uuid(),
  name  text not null unique
);
insert into tax_status (name) values ('501(c)(3)'), ('501(c)(4)'), ('Government'), ('For profit'), ('Fiscally sponsored'), ('None');

-- An organization of the directory (HSDS 3.1 organization) and of the portal: the same one.
create table organization (
  id                      uuid primary key default gen_random_uuid(),
  name                    text not null,
  alternate_name          text,
  description             text,
  email                   text,
  website                 text,
  year_incorporated       integer,
  legal_status            text,
  tax_id                  text,
  organization_type_id    uuid references organization_type,
  tax_status_id           uuid references tax_status,
  parent_organization_id  uuid references organization,
  -- listed: known from the directory only; pending: registered, under review; verified: approved; refused
  standing                text not null default 'listed' check (standing in ('listed', 'pending', 'verified', 'refused')),
  takes_referrals         boolean not null default false,
  require_mfa             boolean not null default false,
  -- where an imported row came from, so that a second import updates it
  source_name             text,
  source_key              text,
  last_verified_on        timestamptz,
  created_on              timestamptz not null default now(),
  changed_on              timestamptz not null default now(),
  version                 integer not null default 1,
  unique (source_name, source_key)
);
create index organization_name_trigram on organization using gin (lower(name) gin_trgm_ops);
create index organization_name on organization (lower(name), id);

-- A person: one whom an organization serves (organization_id is the one that recorded them),
-- or the names and numbers of somebody who has an account (organization_id is null).
create table contact (
  id               uuid primary key default gen_random_uuid(),
  organization_id  uuid references organization,
  first_name       text not null,
  last_name        text not null,
  title            text,
  email            text,
  birth_date       date,
  language         text,
  address_1        text,
  address_2        text,
  city             text,
  state_province   text,
  postal_code      text,
  note             text,
  created_by       uuid,
  created_on       timestamptz not null default now(),
  changed_on       timestamptz not null default now(),
  version          integer not null default 1
);
create index contact_organization on contact (organization_id, lower(last_name), lower(first_name), id);
create index contact_email on contact (lower(email)) where email is not null;

create table contact_phone (
  id            uuid primary key default gen_random_uuid(),
  contact_id    uuid not null references contact on delete cascade,
  phone_number  text not null,
  kind          text not null default 'mobile' check (kind in ('mobile', 'home', 'work', 'other')),
  is_primary    boolean not null default false
);
create unique index contact_phone_primary on contact_phone (contact_id) where is_primary;
create index contact_phone_number on contact_phone (phone_number);

create table account (
  id                            uuid primary key default gen_random_uuid(),
  email                         text not null,
  password_hash                 text,
  contact_id                    uuid not null references contact,
  organization_id               uuid references organization,
  email_confirmed_on            timestamptz,
  -- approved at once, or after a review
  approved_on                   timestamptz,
  deactivated_on                timestamptz,
  security_question             text,
  security_answer_hash          text,
  accepted_terms_and_conditions boolean not null default false,
  force_password_reset          boolean not null default false,
  language                      text not null default 'en' check (language in ('en', 'es')),
  is_demo                       boolean not null default false,
  created_on                    timestamptz not null default now(),
  password_changed_on           timestamptz not null default now(),
  last_signed_in_on             timestamptz
);
create unique index account_email on account (lower(email));
create index account_organization on account (organization_id, id);
create index account_contact on account (contact_id);

create table account_role (
  account_id  uuid not null references account on delete cascade,
  role        text not null check (role in ('platform-admin', 'developer', 'support-agent', 'organization-admin', 'organization-staff', 'community-member')),
  primary key (account_id, role)
);

create table session (
  token_hash       text primary key,
  id               uuid not null unique default gen_random_uuid(),
  account_id       uuid not null references account on delete cascade,
  created_on       timestamptz not null default now(),
  last_seen_on     timestamptz not null default now(),
  authenticated_on timestamptz not null default now(),
  user_agent       text
);
create index session_account on session (account_id);

-- One-time links by mail: confirm an address, reset a password. Only the hash of the code is kept.
create table account_token (
  code_hash   text primary key,
  account_id  uuid not null references account on delete cascade,
  purpose     text not null check (purpose in ('confirm-email', 'reset-password', 'admin-reset')),
  source      text,
  tries       integer not null default 0,
  expires_on  timestamptz not null,
  used_on     timestamptz,
  created_on  timestamptz not null default now()
);
create index account_token_account on account_token (account_id, purpose);

create table user_preference (
  account_id                            uuid primary key references account on delete cascade,
  email_for_incoming_referral           text not null default 'All' check (email_for_incoming_referral in ('All', 'Internal', 'External', 'None')),
  text_for_incoming_referral            text not null default 'None' check (text_for_incoming_referral in ('All', 'Internal', 'External', 'None')),
  email_for_direct_referral             text not null default 'All' check (email_for_direct_referral in ('All', 'Internal', 'External', 'None')),
  text_for_direct_referral              text not null default 'None' check (text_for_direct_referral in ('All', 'Internal', 'External', 'None')),
  email_for_confirmation_of_sent_referral text not null default 'All' check (email_for_confirmation_of_sent_referral in ('All', 'Internal', 'External', 'None')),
  text_for_confirmation_of_sent_referral text not null default 'None' check (text_for_confirmation_of_sent_referral in ('All', 'Internal', 'External', 'None')),
  email_for_status_change_of_referral   text not null default 'All' check (email_for_status_change_of_referral in ('All', 'Internal', 'External', 'None')),
  text_for_status_change_of_referral    text not null default 'None' check (text_for_status_change_of_referral in ('All', 'Internal', 'External', 'None'))
);
