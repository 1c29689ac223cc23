-- The last ticket number given out. Locked while a ticket is made, so that numbers rise in the order of the commits, without gaps,
-- and no ticket is older than the one before it.
create table support_request_counter (
  only_row       boolean primary key default true check (only_row),
  last_number    bigint not null default 0,
  last_created_on timestamptz(3) not null default '-infinity'
);
insert into support_request_counter default values;

create table support_request (
  id                   uuid primary key default gen_random_uuid(),
  number               bigint not null unique,
  ticket_number        text not null generated always as ('HD-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  -- to the millisecond, as a cursor carries it
  created_on           timestamptz(3) not null,
  support_request_type text not null check (support_request_type in ('Bug', 'Feature Request', 'User Experience', 'Accessibility', 'Page Loading Errors', 'Other')),
  status               text not null default 'Open' check (status in ('Open', 'Viewed', 'Added to Backlog', 'Fix Pending', 'Closed')),
  priority             text not null check (priority in ('Low', 'Medium', 'High (I cannot complete my day-to-day tasks)')),
  description          text not null,
  cleared_cache        text not null check (cleared_cache in ('Yes', 'No')),
  organization_id      uuid references organization,
  created_by           uuid not null references account,
  -- Copies for the order of the list; triggers keep them true.
  organization_name    text not null default '',
  creator_email        text not null default '',
  status_rank          smallint not null generated always as (array_position(array['Open', 'Viewed', 'Added to Backlog', 'Fix Pending', 'Closed'], status)) stored,
  priority_rank        smallint not null generated always as (array_position(array['Low', 'Medium', 'High (I cannot complete my day-to-day tasks)'], priority)) stored,
  search               tsvector not null generated always as (strip(to_tsvector('directory'::regconfig, description) || to_tsvector('simple'::regconfig, translate(plain_text(description), './:@_-+&=?#%', '            ')))) stored,
  version              integer not null default 1,
  changed_on           timestamptz(3) not null default now()
);
-- The whole help desk's list, an organization's, and one person's; each with its way for chosen statuses and types.
create index support_request_newest on support_request (created_on desc, number desc);
create index support_request_chosen on support_request (status, support_request_type, created_on desc, number desc);
create index support_request_of_organization on support_request (organization_id, created_on desc, number desc);
create index support_request_of_organization_chosen on support_request (organization_id, status, support_request_type, created_on desc, number desc);
create index support_request_of_organization_number on support_request (organization_id, number);
create index support_request_of_creator on support_request (created_by, created_on desc, number desc);
-- The other orders of the whole list.
create index support_request_by_status on support_request (status_rank, number);
create index support_request_by_priority on support_request (priority_rank, number);
create index support_request_by_type on support_request (support_request_type, number);
create index support_request_by_organization on support_request (organization_name, number);
create index support_request_by_creator on support_request (creator_email, number);
-- Without a list of pending entries, which every search would have to read through.
create index support_request_words on support_request using gin (organization_id, search) with (fastupdate = off);

create function copy_names_to_support_request() returns trigger language plpgsql as $$
begin
  new.organization_name := coalesce((select lower(name) from organization where id = new.organization_id), '');
  new.creator_email := coalesce((select lower(email) from account where id = new.created_by), '');
  return new;
end $$;
create trigger support_request_names before insert or update of organization_id, created_by on support_request
  for each row execute function copy_names_to_support_request();

create function carry_organization_name() returns trigger language plpgsql as $$
begin
  update support_request set organization_name = lower(new.name) where organization_id = new.id;
  return null;
end $$;
create trigger organization_name_to_support_request after update of name on organization
  for each row when (old.name is distinct from new.name) execute function carry_organization_name();

create function carry_creator_email() returns trigger language plpgsql as $$
begin
  update support_request set creator_email = lower(new.email) where created_by = new.id;
  return null;
end $$;
create trigger account_email_to_support_request after update of email on account
  for each row when (old.email is distinct from new.email) execute function carry_creator_email();

-- Who ticked that they want e-mail about a ticket.
create table support_request_subscription (
  support_request_id uuid not null references support_request on delete cascade,
  account_id         uuid not null references account on delete cascade,
  primary key (support_request_id, account_id)
);
create index support_request_subscription_account on support_request_subscription (account_id);

create table support_request_note (
  id                 uuid primary key default gen_random_uuid(),
  support_request_id uuid not null references support_request on delete cascade,
  note_text          text not null,
  created_by         uuid not null references account,
  created_on         timestamptz(3) not null default now()
);
create index support_request_note_order on support_request_note (support_request_id, created_on desc, id desc);

-- Headers beyond sender, recipient and subject; mail programs gather what is about one thing by them.
alter table message add column headers jsonb not null default '{}';
