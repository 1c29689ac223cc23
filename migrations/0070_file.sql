-- An uploaded file. Its bytes lie in the file store under its id; its name is data and never a path.
-- The row comes before the object and goes after it, so that no object is without an owner:
-- stored_on is null until the object lies in the store, removing_on is set before the object goes.
create table file (
  id                uuid primary key default gen_random_uuid(),
  file_name         text not null check (char_length(file_name) between 1 and 255),
  content_type      text not null check (content_type in ('image/jpeg', 'image/png')),
  size              integer not null check (size > 0),
  uploaded_by_id    uuid references account on delete set null,
  created_on        timestamptz not null default now(),
  stored_on         timestamptz,
  -- null while something holds the file; a day later it is removed
  unattached_since  timestamptz default now(),
  removing_on       timestamptz,
  check (unattached_since is not null or (stored_on is not null and removing_on is null))
);
create index file_unattached on file (unattached_since) where unattached_since is not null;
create index file_uploaded_by on file (uploaded_by_id, created_on);
