-- A service that was found to be another one twice. It keeps its own data, which its source goes on updating, and nothing
-- shows it while it is merged.
alter table service
  -- If the other one is deleted, it is shown by itself again.
  add column merged_into uuid references service on delete set null,
  add check (merged_into <> id);
create index service_merged on service (merged_into) where merged_into is not null;

create function leave_out_merged_service() returns trigger language plpgsql as $$
begin
  return case when exists (select from service s where s.id = new.service_id and s.merged_into is not null) then null else new end;
end $$;
create trigger leave_out_merged before insert on service_search for each row execute function leave_out_merged_service();

-- Each merge of two listings, and what the one that stayed took from the other.
create table listing_merge (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null check (kind in ('organization', 'service', 'location')),
  -- The listing that went away, and the one that stayed.
  from_id     uuid not null,
  into_id     uuid not null,
  -- Of each field that the one that stayed took: its own value, or its own list, and what was taken.
  taken       jsonb not null,
  -- What the one that went away said when it was last read: only what changed since is taken.
  seen        jsonb not null,
  merged_by   uuid references account on delete set null,
  merged_on   timestamptz(3) not null default now(),
  undone_by   uuid references account on delete set null,
  undone_on   timestamptz(3)
);
create unique index listing_merge_from on listing_merge (kind, from_id) where undone_on is null;
create index listing_merge_into on listing_merge (kind, into_id) where undone_on is null;

alter table listing_change drop constraint listing_change_cause_check;
alter table listing_change add constraint listing_change_cause_check
  check (cause in ('added', 'edit', 'restore', 'verification', 'import', 'merge', 'split'));
