-- Sources that are read from the HSDS address of another directory.
create table import_source (
  source_name text primary key,
  address     text not null,
  -- Whether it is imported every night.
  is_nightly  boolean not null default false,
  changed_by  uuid references account (id) on delete set null,
  changed_on  timestamptz(3) not null default now()
);
-- Where its files come from; null if somebody sent them.
alter table import_run add column address text;
