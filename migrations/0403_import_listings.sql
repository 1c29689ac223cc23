-- Which listings an import adds or changes, or would, and which are no longer in its source.
create table import_listing (
  run_id     uuid not null references import_run (id) on delete cascade,
  act        text not null check (act in ('added', 'changed', 'missing')),
  number     integer not null,
  kind       text not null check (kind in ('organization', 'service', 'location')),
  listing_id uuid not null,
  -- Its identifier in the source.
  key        text not null,
  name       text,
  -- Of a changed one: columns by their HSDS names, and kinds of parts.
  fields     text[] not null,
  primary key (run_id, act, number)
);
