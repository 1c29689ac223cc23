-- What people say about themselves, because a service asks for it: each fact with its day and who recorded it.
create table person_fact (
  contact_id      uuid not null references contact (id) on delete cascade,
  name            text not null,
  value           jsonb not null,
  -- The day on which the person said it, or somebody saw it.
  said_on         date not null,
  said_by         text not null check (said_by in ('person', 'relative', 'document', 'worker')),
  recorded_by     uuid references account (id) on delete set null,
  recorded_on     timestamptz(3) not null default now(),
  primary key (contact_id, name)
);
create index person_fact_recorded_by on person_fact (recorded_by) where recorded_by is not null;
