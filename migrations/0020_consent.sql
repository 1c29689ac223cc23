-- Names and search words are compared without accents and case; the wrapper is immutable so that an index can hold it.
create function plain_text(value text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create index contact_plain_name on contact using gin (organization_id, plain_text(first_name || ' ' || last_name) gin_trgm_ops)
  where organization_id is not null;
create index contact_birth_date on contact (organization_id, birth_date) where birth_date is not null;
create index contact_list on contact (organization_id, plain_text(last_name), plain_text(first_name), id) where organization_id is not null;

-- What a person allowed: who may be told about which needs, since when and until when.
create table consent (
  id             uuid primary key default gen_random_uuid(),
  contact_id     uuid not null references contact on delete cascade,
  scope          text not null check (scope in ('network', 'organizations')),
  -- no need named: all of them
  needs          text[] not null default '{}',
  -- used when the scope is 'organizations'
  recipient_ids  uuid[] not null default '{}',
  how_given      text not null check (how_given in ('written', 'verbal', 'electronic')),
  given_on       date not null,
  expires_on     date,
  withdrawn_on   timestamptz(3),
  recorded_by    uuid references account,
  recorded_on    timestamptz(3) not null default now(),
  check (scope = 'network' or cardinality(recipient_ids) > 0),
  check (expires_on is null or expires_on >= given_on)
);
create index consent_contact on consent (contact_id, recorded_on desc);

-- Each look at a person's details: who, for which organization, and by which way.
create table contact_view (
  id               bigint generated always as identity primary key,
  contact_id       uuid not null references contact on delete cascade,
  account_id       uuid not null,
  organization_id  uuid,
  way              text not null check (way in ('record', 'duplicate', 'referral', 'phone')),
  referral_id      uuid,
  viewed_on        timestamptz(3) not null default now()
);
create index contact_view_contact on contact_view (contact_id, id);
