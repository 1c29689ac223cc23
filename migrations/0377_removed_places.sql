-- A place that its organization removed: it belongs to nobody, so that nothing shows it, until it is brought back.
alter table location
  add column removed_from uuid references organization on delete cascade,
  add column removed_on timestamptz(3),
  add check ((removed_from is null) = (removed_on is null)),
  add check (removed_from is null or organization_id is null);
create index location_removed on location (removed_from) where removed_from is not null;

-- What a service had at a place that was taken from it: its hours, telephones and contacts there come back with the
-- place, under the same identifiers.
create table former_place (
  service_id   uuid not null references service on delete cascade,
  location_id  uuid not null references location on delete cascade,
  removed_on   timestamptz(3) not null default now(),
  -- The rows by table.
  parts        jsonb not null,
  primary key (service_id, location_id)
);
create index former_place_location on former_place (location_id);
