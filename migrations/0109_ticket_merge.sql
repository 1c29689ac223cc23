-- A duplicate is closed and points to the ticket on which support goes on. Nothing is copied or moved, so taking it back is exact.
alter table support_request
  add column merged_into  uuid references support_request,
  -- how many tickets point here: most have none, and are read and told about without looking for them
  add column merged_count integer not null default 0,
  add constraint support_request_merge_not_itself check (merged_into <> id);
create index support_request_merged_into on support_request (merged_into) where merged_into is not null;

-- Each merge of one duplicate, kept also when it was undone. News of it waits while it can be undone unseen.
create table support_request_merge (
  id           uuid primary key default gen_random_uuid(),
  duplicate_id uuid not null references support_request on delete cascade,
  target_id    uuid not null references support_request on delete cascade,
  account_id   uuid not null references account,
  created_on   timestamptz(3) not null default now(),
  -- the duplicate's before the merge
  from_status  text not null,
  told_on      timestamptz,
  undone_on    timestamptz,
  undone_by    uuid references account
);
create unique index support_request_merge_duplicate on support_request_merge (duplicate_id) where undone_on is null;
create index support_request_merge_target on support_request_merge (target_id) where undone_on is null;

-- The ticket on which support works for this one: itself, or where the chain of merges that begins here ends.
create function support_request_root(uuid) returns uuid language sql stable as $$
  with recursive up (id, merged_into) as (
    select t.id, t.merged_into from support_request t where t.id = $1
    union all
    select t.id, t.merged_into from up join support_request t on t.id = up.merged_into
  )
  select id from up where merged_into is null
$$;

-- All tickets that were merged into this one, also through others.
create function support_requests_under(uuid) returns setof uuid language sql stable rows 10 as $$
  with recursive under (id) as (
    select t.id from support_request t where t.merged_into = $1
    union all
    select t.id from under join support_request t on t.merged_into = under.id
  )
  select id from under
$$;
