-- Named filters and order of the help desk's list. Shared with all of the maker's organization, or with all who handle tickets.
create table support_request_view (
  id              uuid primary key default gen_random_uuid(),
  name            text not null,
  owner_id        uuid not null references account on delete cascade,
  organization_id uuid references organization on delete cascade,
  shared_with     text not null default 'nobody' check (shared_with in ('nobody', 'organization', 'agents')),
  filters         jsonb not null default '{}',
  created_on      timestamptz(3) not null default now(),
  check (shared_with <> 'organization' or organization_id is not null)
);
create unique index support_request_view_name on support_request_view (owner_id, lower(name));
create index support_request_view_organization on support_request_view (organization_id) where shared_with = 'organization';
create index support_request_view_agents on support_request_view (shared_with) where shared_with = 'agents';
