-- Imports from the screen: one row for each, from the files that were sent to what became of them.
create table import_run (
  id           uuid primary key default gen_random_uuid(),
  source_name  text not null,
  state        text not null default 'receiving' check (state in ('receiving', 'checking', 'checked', 'applying', 'applied', 'discarded', 'failed')),
  -- Also if it is more than a tenth of the source's.
  removes_much boolean not null default false,
  -- Of the present step: the file at hand and the rows read of all files.
  progress     jsonb,
  -- What the last finished step says.
  report       jsonb,
  -- Why it failed, as a code.
  failure      text,
  -- How often the present step was begun: one that breaks off every time is given up.
  tries        integer not null default 0,
  started_by   uuid references account (id) on delete set null,
  started_on   timestamptz(3) not null default now(),
  -- When anything of it last changed.
  touched_on   timestamptz(3) not null default now(),
  ended_on     timestamptz(3)
);
create index import_run_newest on import_run (started_on desc, id desc);
create index import_run_source on import_run (source_name, started_on desc);
-- Two imports of one source never run at once.
create unique index import_run_busy on import_run (source_name) where state in ('checking', 'applying');

create table import_file (
  run_id uuid not null references import_run (id) on delete cascade,
  number integer not null,
  name   text not null,
  -- In bytes, as announced.
  size   bigint not null,
  primary key (run_id, number)
);

-- The bytes of the files, compressed, until the import has ended.
create table import_part (
  run_id      uuid not null references import_run (id) on delete cascade,
  file_number integer not null,
  number      integer not null,
  -- In bytes, before they were compressed.
  size        integer not null,
  bytes       bytea not null,
  primary key (run_id, file_number, number)
);
alter table import_part alter column bytes set storage external;

-- Every row that was skipped, and every cell that was left out.
create table import_remark (
  run_id  uuid not null references import_run (id) on delete cascade,
  number  integer not null,
  level   text not null check (level in ('refused', 'left out')),
  file    text not null,
  line    integer not null,
  columns text not null,
  reason  text not null,
  primary key (run_id, number)
);
