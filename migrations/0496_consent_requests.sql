-- Staff ask a person for consent by a link. The text, its terms and its version stay as they were asked for. The code
-- is stored as a hash; the birth date is asked first.
create table consent_request (
  -- Made by the browser, so that a repeated call asks once.
  id                  uuid primary key,
  contact_id          uuid not null references contact (id) on delete cascade,
  asked_by            uuid references account (id) on delete set null,
  asked_on            timestamptz(3) not null default now(),
  text_id             uuid not null references consent_text (id),
  scope               text not null check (scope in ('network', 'organizations')),
  needs               text[] not null default '{}',
  recipient_ids       uuid[] not null default '{}',
  -- Of the consent.
  expires_on          date,
  language            text not null check (language in ('en', 'es')),
  channel             text not null check (channel in ('copy', 'email', 'sms')),
  code_hash           text not null unique,
  -- Of links that a newer one replaced.
  former_codes        text[] not null default '{}',
  sends               integer not null default 1,
  sent_on             timestamptz(3) not null default now(),
  link_expires_on     timestamptz(3) not null,
  -- When the birth date was first right.
  opened_on           timestamptz(3),
  -- Wrong birth dates that are still forgiven.
  tries_left          smallint not null default 5 check (tries_left >= 0),
  -- Given to the browser that knew the birth date.
  session_hash        text,
  session_expires_on  timestamptz(3),
  withdrawn_on        timestamptz(3),
  answer              text check (answer in ('given', 'refused')),
  answered_on         timestamptz(3),
  answered_in         text check (answered_in in ('en', 'es')),
  refusal_reason      text,
  consent_id          uuid references consent (id),
  constraint consent_request_names_recipients check (scope <> 'organizations' or cardinality(recipient_ids) > 0),
  constraint consent_request_answered check
    ((answer is null) = (answered_on is null) and (answer is null) = (answered_in is null)
     and (answer is not distinct from 'given') = (consent_id is not null) and (answer is null or withdrawn_on is null))
);
create index consent_request_contact on consent_request (contact_id, asked_on desc);
create index consent_request_asked_by on consent_request (asked_by) where asked_by is not null;
create index consent_request_text on consent_request (text_id);
create index consent_request_consent on consent_request (consent_id) where consent_id is not null;
create index consent_request_former on consent_request using gin (former_codes);

-- The person read the text and signed on their own phone.
alter table consent add column by_link boolean not null default false;
