-- Who looks at a ticket or writes on it, by tab. Nothing is lost when it is: each tab says so again within seconds.
create unlogged table support_request_presence (
  support_request_id uuid not null,
  account_id         uuid not null,
  tab_id             uuid not null,
  state              text not null check (state in ('looking', 'writing')),
  seen_on            timestamptz not null default now(),
  primary key (support_request_id, account_id, tab_id)
);
create index support_request_presence_seen on support_request_presence (seen_on);
