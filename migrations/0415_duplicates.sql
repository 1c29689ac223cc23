-- Listings that may be the same one twice. Data managers decide about each pair.

-- What listings have in common with their duplicates: a telephone number, an address, a website, words of the name.
create table duplicate_key (
  kind        text not null check (kind in ('organization', 'service', 'location')),
  key         text not null,
  listing_id  uuid not null,
  primary key (kind, key, listing_id)
);
-- Without the kind: without statistics, it would also seem to find a key.
create index duplicate_key_listing on duplicate_key (listing_id);

create table duplicate_pair (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null check (kind in ('organization', 'service', 'location')),
  first_id    uuid not null,
  second_id   uuid not null,
  score       smallint not null,
  -- Different: decided by a person, and never proposed again. Later: not before `later_on`.
  state       text not null default 'open' check (state in ('open', 'later', 'different', 'merged')),
  later_on    date,
  decided_by  uuid references account on delete set null,
  decided_on  timestamptz(3),
  found_on    timestamptz(3) not null default now(),
  unique (kind, first_id, second_id),
  check (first_id < second_id)
);
create index duplicate_pair_list on duplicate_pair (state, score desc, id);
create index duplicate_pair_second on duplicate_pair (kind, second_id);
