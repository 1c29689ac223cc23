-- Two records of an organization that may be of one person. People decide about each pair.
create table person_pair (
  id               uuid primary key default gen_random_uuid(),
  organization_id  uuid not null references organization on delete cascade,
  first_id         uuid not null references contact on delete cascade,
  second_id        uuid not null references contact on delete cascade,
  level            text not null check (level in ('likely', 'possible')),
  score            smallint not null,
  -- Different: decided by a person, and never proposed again.
  state            text not null default 'open' check (state in ('open', 'different')),
  decided_by       uuid references account on delete set null,
  decided_on       timestamptz(3),
  found_on         timestamptz(3) not null default now(),
  unique (first_id, second_id),
  check (first_id < second_id)
);
create index person_pair_list on person_pair (organization_id, state, score desc, id);
create index person_pair_second on person_pair (second_id);
