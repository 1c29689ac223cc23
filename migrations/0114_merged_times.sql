-- A duplicate is measured in the ticket that it was merged into, and by itself again when the merge is undone.
alter table support_request_times add column is_merged boolean not null default false;
update support_request_times set is_merged = true
where support_request_id in (select id from support_request where merged_into is not null);

create function keep_merged_times() returns trigger language plpgsql as $$
begin
  update support_request_times set is_merged = new.merged_into is not null where support_request_id = new.id;
  return null;
end $$;
create trigger support_request_times_merged after update of merged_into on support_request
  for each row when (old.merged_into is distinct from new.merged_into) execute function keep_merged_times();
