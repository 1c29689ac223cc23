-- Corrections that people suggest, each until it is decided and after. What is to change is a listing: the service, one
-- of its places, or its organization; none if the suggestion is only words.
create table listing_suggestion (
  id                 uuid primary key default gen_random_uuid(),
  service_id         uuid not null references service (id) on delete cascade,
  -- Whose listing it is.
  organization_id    uuid not null references organization (id) on delete cascade,
  topic              text not null check (topic in ('hours', 'phone', 'address', 'eligibility', 'application', 'closed', 'other')),
  kind               text check (kind in ('organization', 'service', 'location')),
  listing_id         uuid,
  version            integer,
  before             jsonb,
  after              jsonb,
  place_name         text,
  proposed           text,
  note               text,
  suggested_by       uuid references account (id) on delete set null,
  -- Of somebody without an account; removed with the decision, once the mail about it is written.
  suggester_email    text,
  suggester_language text not null default 'en' check (suggester_language in ('en', 'es')),
  suggested_on       timestamptz(3) not null default now(),
  state              text not null default 'open' check (state in ('open', 'accepted', 'edited', 'rejected')),
  reason             text,
  decided_by         uuid references account (id) on delete set null,
  decided_on         timestamptz(3),
  check ((kind is null) = (listing_id is null) and (kind is null) = (version is null) and (kind is null) = (before is null)
    and (kind is null) = (after is null))
);
create index listing_suggestion_open on listing_suggestion (organization_id, suggested_on, id) where state = 'open';
create index listing_suggestion_oldest on listing_suggestion (suggested_on, id) where state = 'open';
create index listing_suggestion_by on listing_suggestion (suggested_by, suggested_on);
create index listing_suggestion_service on listing_suggestion (service_id);
