-- The resource directory after Open Referral HSDS 3.1. Organizations stand in 0002.
-- source_name and source_key say where an imported row came from; edited_on that the organization's own people
-- changed it since, so that an import leaves it alone.

create table program (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organization on delete cascade,
  name            text not null,
  alternate_name  text,
  description     text,
  source_name     text,
  source_key      text,
  unique (source_name, source_key)
);
create index program_organization on program (organization_id);

create table service (
  id                       uuid primary key default gen_random_uuid(),
  organization_id          uuid not null references organization on delete cascade,
  program_id               uuid references program on delete set null,
  name                     text not null,
  alternate_name           text,
  description              text,
  url                      text,
  email                    text,
  status                   text not null default 'active' check (status in ('active', 'inactive', 'defunct', 'temporarily closed')),
  interpretation_services  text,
  application_process      text,
  fees_description         text,
  wait_time                text,
  accreditations           text,
  licenses                 text,
  eligibility_description  text,
  minimum_age              numeric,
  maximum_age              numeric,
  alert                    text,
  keywords                 text,
  -- the day on which somebody last confirmed that all this is right
  assured_date             date,
  assurer_email            text,
  last_modified            timestamptz,
  source_name              text,
  source_key               text,
  edited_on                timestamptz,
  created_on               timestamptz not null default now(),
  changed_on               timestamptz not null default now(),
  version                  integer not null default 1,
  unique (source_name, source_key)
);
create index service_organization on service (organization_id, id);
create index service_program on service (program_id) where program_id is not null;

create table location (
  id                        uuid primary key default gen_random_uuid(),
  organization_id           uuid references organization on delete cascade,
  location_type             text not null default 'physical' check (location_type in ('physical', 'postal', 'virtual')),
  name                      text,
  alternate_name            text,
  description               text,
  transportation            text,
  url                       text,
  latitude                  double precision check (latitude between -90 and 90),
  longitude                 double precision check (longitude between -180 and 180),
  -- the middle of the address's ZIP area, for a place whose own point is not known
  zip_latitude              double precision,
  zip_longitude             double precision,
  external_identifier       text,
  external_identifier_type  text,
  source_name               text,
  source_key                text,
  edited_on                 timestamptz,
  created_on                timestamptz not null default now(),
  changed_on                timestamptz not null default now(),
  version                   integer not null default 1,
  unique (source_name, source_key)
);
create index location_organization on location (organization_id, id);

-- A point of the globe in metres, as earthdistance has it. Written out here because an index over ll_to_earth()
-- cannot be restored from a dump: that function finds its own parts by search_path.
create function place_point(latitude double precision, longitude double precision) returns cube
  language sql immutable parallel safe
  return case when latitude is null or longitude is null then null else cube(array[
    6378168 * cos(radians(latitude)) * cos(radians(longitude)),
    6378168 * cos(radians(latitude)) * sin(radians(longitude)),
    6378168 * sin(radians(latitude))]) end;
create index location_point on location using gist (place_point(coalesce(latitude, zip_latitude), coalesce(longitude, zip_longitude)));

create table service_at_location (
  id           uuid primary key default gen_random_uuid(),
  service_id   uuid not null references service on delete cascade,
  location_id  uuid not null references location on delete cascade,
  description  text,
  source_name  text,
  source_key   text,
  unique (source_name, source_key)
);
create index service_at_location_service on service_at_location (service_id, location_id);
create index service_at_location_location on service_at_location (location_id, service_id);

create table address (
  id              uuid primary key default gen_random_uuid(),
  location_id     uuid not null references location on delete cascade,
  attention       text,
  address_1       text,
  address_2       text,
  city            text,
  region          text,
  state_province  text,
  postal_code     text,
  country         text not null default 'US',
  address_type    text not null default 'physical' check (address_type in ('physical', 'postal', 'virtual')),
  source_name     text,
  source_key      text,
  unique (source_name, source_key)
);
create index address_location on address (location_id);

-- HSDS's contact: somebody to ask for. (The table contact holds people whom organizations serve.)
create table directory_contact (
  id                      uuid primary key default gen_random_uuid(),
  organization_id         uuid references organization on delete cascade,
  service_id              uuid references service on delete cascade,
  service_at_location_id  uuid references service_at_location on delete cascade,
  location_id             uuid references location on delete cascade,
  name                    text,
  title                   text,
  department              text,
  email                   text,
  source_name             text,
  source_key              text,
  unique (source_name, source_key)
);
create index directory_contact_organization on directory_contact (organization_id) where organization_id is not null;
create index directory_contact_service on directory_contact (service_id) where service_id is not null;
create index directory_contact_at_location on directory_contact (service_at_location_id) where service_at_location_id is not null;
create index directory_contact_location on directory_contact (location_id) where location_id is not null;

create table phone (
  id                      uuid primary key default gen_random_uuid(),
  location_id             uuid references location on delete cascade,
  service_id              uuid references service on delete cascade,
  organization_id         uuid references organization on delete cascade,
  service_at_location_id  uuid references service_at_location on delete cascade,
  contact_id              uuid references directory_contact on delete cascade,
  number                  text not null,
  extension               text,
  type                    text not null default 'voice' check (type in ('voice', 'fax', 'text', 'cell', 'video', 'pager', 'textphone')),
  description             text,
  source_name             text,
  source_key              text,
  unique (source_name, source_key)
);
create index phone_location on phone (location_id) where location_id is not null;
create index phone_service on phone (service_id) where service_id is not null;
create index phone_organization on phone (organization_id) where organization_id is not null;
create index phone_at_location on phone (service_at_location_id) where service_at_location_id is not null;
create index phone_contact on phone (contact_id) where contact_id is not null;

create table schedule (
  id                      uuid primary key default gen_random_uuid(),
  service_id              uuid references service on delete cascade,
  location_id             uuid references location on delete cascade,
  service_at_location_id  uuid references service_at_location on delete cascade,
  valid_from              date,
  valid_to                date,
  dtstart                 date,
  timezone                numeric,
  until                   date,
  count                   integer,
  wkst                    text check (wkst in ('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')),
  freq                    text check (freq in ('WEEKLY', 'MONTHLY')),
  "interval"              integer check ("interval" > 0),
  byday                   text,
  byweekno                text,
  bymonthday              text,
  byyearday               text,
  description             text,
  -- without both times the place is closed on that day; closes_at at or before opens_at means on the next day
  opens_at                time,
  closes_at               time,
  schedule_link           text,
  attending_type          text,
  notes                   text,
  -- a holiday replaces the regular hours on its days; a yearly one does so every year
  is_holiday              boolean not null default false,
  is_yearly               boolean not null default false,
  source_name             text,
  source_key              text,
  unique (source_name, source_key)
);
create index schedule_service on schedule (service_id) where service_id is not null;
create index schedule_location on schedule (location_id) where location_id is not null;
create index schedule_at_location on schedule (service_at_location_id) where service_at_location_id is not null;

create table language (
  id           uuid primary key default gen_random_uuid(),
  service_id   uuid references service on delete cascade,
  location_id  uuid references location on delete cascade,
  phone_id     uuid references phone on delete cascade,
  name         text not null,
  code         text,
  note         text,
  source_name  text,
  source_key   text,
  unique (source_name, source_key)
);
create index language_service on language (service_id) where service_id is not null;
create index language_location on language (location_id) where location_id is not null;
create index language_phone on language (phone_id) where phone_id is not null;

create table accessibility (
  id           uuid primary key default gen_random_uuid(),
  location_id  uuid not null references location on delete cascade,
  description  text not null,
  details      text,
  url          text,
  source_name  text,
  source_key   text,
  unique (source_name, source_key)
);
create index accessibility_location on accessibility (location_id);

create table service_area (
  id                      uuid primary key default gen_random_uuid(),
  service_id              uuid references service on delete cascade,
  service_at_location_id  uuid references service_at_location on delete cascade,
  name                    text,
  description             text,
  extent                  text,
  extent_type             text,
  uri                     text,
  source_name             text,
  source_key              text,
  unique (source_name, source_key)
);
create index service_area_service on service_area (service_id) where service_id is not null;
create index service_area_at_location on service_area (service_at_location_id) where service_at_location_id is not null;

create table cost_option (
  id                  uuid primary key default gen_random_uuid(),
  service_id          uuid not null references service on delete cascade,
  valid_from          date,
  valid_to            date,
  option              text,
  currency            text,
  amount              numeric,
  amount_description  text,
  source_name         text,
  source_key          text,
  unique (source_name, source_key)
);
create index cost_option_service on cost_option (service_id);

create table required_document (
  id           uuid primary key default gen_random_uuid(),
  service_id   uuid not null references service on delete cascade,
  document     text not null,
  uri          text,
  source_name  text,
  source_key   text,
  unique (source_name, source_key)
);
create index required_document_service on required_document (service_id);

create table taxonomy (
  id           uuid primary key default gen_random_uuid(),
  name         text not null,
  description  text,
  uri          text,
  version      text,
  source_name  text,
  source_key   text,
  unique (source_name, source_key)
);

create table taxonomy_term (
  id            uuid primary key default gen_random_uuid(),
  taxonomy_id   uuid references taxonomy,
  parent_id     uuid references taxonomy_term,
  code          text,
  -- the identifier that an earlier edition of the taxonomy gave this term
  former_code   text,
  name          text not null,
  description   text,
  language      text,
  term_uri      text,
  -- the term itself and everything above it, kept by a trigger
  path_ids      uuid[] not null default '{}',
  source_name   text,
  source_key    text,
  unique (source_name, source_key)
);
create index taxonomy_term_parent on taxonomy_term (parent_id);
create index taxonomy_term_taxonomy on taxonomy_term (taxonomy_id);
create function taxonomy_term_path() returns trigger language plpgsql as $$
begin
  new.path_ids := coalesce((select path_ids from taxonomy_term where id = new.parent_id), '{}') || new.id;
  return new;
end $$;
create trigger taxonomy_term_path before insert or update of parent_id on taxonomy_term for each row execute function taxonomy_term_path();

create table attribute (
  id                uuid primary key default gen_random_uuid(),
  service_id        uuid not null references service on delete cascade,
  taxonomy_term_id  uuid not null references taxonomy_term on delete cascade,
  link_type         text,
  value             text,
  label             text,
  source_name       text,
  source_key        text,
  unique (source_name, source_key)
);
create index attribute_service on attribute (service_id);
create index attribute_term on attribute (taxonomy_term_id);
