-- Who works on a ticket. The two versions say which version of the ticket last changed its status, and its assignee: what is
-- undone goes back only where nobody changed the same thing since, also not there and back.
alter table support_request
  add column assignee_id       uuid references account,
  add column assigned_by       uuid references account,
  add column is_assignment_new boolean not null default false,
  add column status_version    integer not null default 1,
  add column assignee_version  integer not null default 1;

create function note_changed_field() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status then new.status_version := new.version; end if;
  if new.assignee_id is distinct from old.assignee_id then new.assignee_version := new.version; end if;
  return new;
end $$;
create trigger support_request_changed_field before update of status, assignee_id on support_request
  for each row execute function note_changed_field();

create index support_request_of_assignee on support_request (assignee_id, created_on desc, number desc) where assignee_id is not null;
create index support_request_of_assignee_status on support_request (assignee_id, status) where assignee_id is not null;
create index support_request_unassigned on support_request (status, support_request_type, created_on desc, number desc) where assignee_id is null;
create index support_request_assignment_new on support_request (assignee_id) where is_assignment_new;

-- One change of many tickets at once, and what it did to each. News of it waits while it can be undone.
create table support_request_bulk (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  field      text not null check (field in ('status', 'assignee')),
  created_on timestamptz not null default now()
);
create table support_request_bulk_item (
  bulk_id            uuid not null references support_request_bulk on delete cascade,
  support_request_id uuid not null references support_request on delete cascade,
  from_value         text,
  to_value           text,
  -- the ticket's version that this change made
  version            integer not null,
  undone_on          timestamptz,
  told_on            timestamptz,
  primary key (bulk_id, support_request_id)
);
create index support_request_bulk_created on support_request_bulk (created_on);
create index support_request_bulk_item_ticket on support_request_bulk_item (support_request_id);
