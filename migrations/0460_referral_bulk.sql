-- One act on many referrals. A repeated call with the same ID changes nothing twice.
create table referral_bulk (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  action text not null,
  created_on timestamptz(3) not null default now()
);
create index referral_bulk_account on referral_bulk (account_id);
create index referral_bulk_created_on on referral_bulk (created_on);

-- What it did to each, written in the same transaction; enough to undo it.
create table referral_bulk_item (
  bulk_id uuid not null references referral_bulk on delete cascade,
  referral_id uuid not null references referral on delete cascade,
  outcome text not null check (outcome in ('done', 'unchanged')),
  -- Who had it before it was assigned to another.
  former_assignee_id uuid references account on delete set null,
  -- The referral's version afterwards: it is undone only if nobody has changed it since.
  version integer not null,
  undone_on timestamptz(3),
  primary key (bulk_id, referral_id)
);
create index referral_bulk_item_referral on referral_bulk_item (referral_id);
create index referral_bulk_item_former_assignee on referral_bulk_item (former_assignee_id) where former_assignee_id is not null;
