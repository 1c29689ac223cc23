-- When the help desk is there to answer. Without a row it is Mondays to Fridays, 9 to 17, in the portal's own time zone.
create table working_hours (
  only_row               boolean primary key default true check (only_row),
  days                   smallint[] not null,
  opens_at               text not null check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes_at              text not null check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$' and closes_at collate "C" > opens_at collate "C"),
  time_zone              text not null,
  keeps_federal_holidays boolean not null,
  holidays               text[] not null,
  version                integer not null default 1,
  changed_on             timestamptz(3) not null default now()
);
