-- Every change of a listing, with the values before and after: an earlier version is the present one without the later
-- changes. The first values of an import are not repeated here.
create table listing_change (
  id          bigint generated always as identity primary key,
  kind        text not null check (kind in ('organization', 'service', 'location')),
  listing_id  uuid not null,
  version     integer not null,
  changed_on  timestamptz(3) not null default now(),
  account_id  uuid,
  cause       text not null check (cause in ('added', 'edit', 'restore', 'verification', 'import')),
  fields      text[] not null,
  before      jsonb not null,
  after       jsonb not null,
  unique (kind, listing_id, version)
);

-- A row only where a person edited or confirmed a field. An import leaves an edited field as it is.
create table listing_field (
  kind          text not null check (kind in ('organization', 'service', 'location')),
  listing_id    uuid not null,
  field         text not null,
  edited_on     timestamptz(3),
  edited_by     uuid,
  verified_on   timestamptz(3),
  verified_by   uuid,
  verified_how  text check (verified_how in ('own-organization', 'data-manager', 'phone-call')),
  primary key (kind, listing_id, field)
);
