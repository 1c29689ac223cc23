-- Under which key a browser filed a ticket: the same call again, after a lost connection, gives that ticket and not a second one.
create table support_request_filing (
  account_id         uuid not null references account on delete cascade,
  key                text not null check (length(key) between 8 and 100),
  -- The ticket comes last in its transaction, because all others wait for its number.
  support_request_id uuid not null references support_request on delete cascade deferrable initially deferred,
  -- what was filed, as a digest
  given              text not null,
  created_on         timestamptz not null default now(),
  primary key (account_id, key)
);
create index support_request_filing_ticket on support_request_filing (support_request_id);
