-- People of one organization who live together. A person is in one household at most.
create table household (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organization (id),
  created_by      uuid references account (id) on delete set null,
  created_on      timestamptz(3) not null default now()
);
create index household_organization on household (organization_id);
create index household_created_by on household (created_by) where created_by is not null;

create table household_member (
  contact_id   uuid primary key references contact (id) on delete cascade,
  household_id uuid not null references household (id) on delete cascade,
  -- To the head of the household.
  relation     text not null check (relation in ('head', 'partner', 'child', 'parent', 'sibling', 'grandparent',
    'grandchild', 'other-relative', 'not-related', 'not-stated')),
  added_by     uuid references account (id) on delete set null,
  added_on     timestamptz(3) not null default now()
);
create index household_member_household on household_member (household_id);
create index household_member_added_by on household_member (added_by) where added_by is not null;
create unique index household_one_head on household_member (household_id) where relation = 'head';
