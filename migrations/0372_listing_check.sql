-- Services that were not confirmed for long: their organization is asked by mail, twice more after that, and then a data
-- manager. A row ends when the service is confirmed.
create table listing_check (
  service_id      uuid primary key references service (id) on delete cascade,
  organization_id uuid not null references organization (id) on delete cascade,
  -- Referrals within a year, when it began.
  importance      integer not null default 0,
  started_on      timestamptz(3) not null default now(),
  mails_sent      smallint not null default 0 check (mails_sent between 0 and 3),
  -- The day of the next mail; none while it is on the work list of the data managers.
  next_on         date
);
create index listing_check_next on listing_check (organization_id, next_on) where next_on is not null;
create index listing_check_waiting on listing_check (importance desc, started_on, service_id) where next_on is null;

-- A link of such a mail, which works once. Only the hash of its code is stored.
create table listing_check_link (
  code_hash       text primary key,
  account_id      uuid not null references account (id) on delete cascade,
  organization_id uuid not null references organization (id) on delete cascade,
  service_ids     uuid[] not null,
  created_on      timestamptz(3) not null default now(),
  expires_on      timestamptz(3) not null,
  used_on         timestamptz(3)
);
create index listing_check_link_expires on listing_check_link (expires_on);
