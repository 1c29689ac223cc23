-- A place that was found to be another one twice. It keeps its own row, which its source goes on updating, belongs to
-- nobody, and the services that are given there are given at the one that stands for it.
alter table location
  add column merged_into uuid references location on delete set null,
  add check (merged_into <> id),
  add check (merged_into is null or organization_id is null);
create index location_merged on location (merged_into) where merged_into is not null;

create function keep_merged_place() returns trigger language plpgsql as $$
begin
  if exists (select from location where id = new.id and merged_into is not null) then
    new.source_organization_id := coalesce(new.source_organization_id, new.organization_id);
    new.organization_id := null;
  end if;
  return new;
end $$;
-- After `follow_merged`, by its name.
create trigger keep_merged before insert on location for each row execute function keep_merged_place();

-- The place that its source names, if that was merged into another one.
alter table service_at_location add column source_location_id uuid references location on delete set null;
create index service_at_location_source_location on service_at_location (source_location_id) where source_location_id is not null;
alter table schedule add column source_location_id uuid references location on delete set null;
create index schedule_source_location on schedule (source_location_id) where source_location_id is not null;

create function follow_merged_place() returns trigger language plpgsql as $$
declare
  stays uuid := (select merged_into from location where id = new.location_id);
begin
  if stays is not null then
    new.source_location_id := new.location_id;
    new.location_id := stays;
  end if;
  return new;
end $$;
create trigger follow_merged before insert or update of location_id on service_at_location for each row execute function follow_merged_place();
-- The hours of a place itself are compared and taken; those of a service there come with it.
create trigger follow_merged before insert or update of location_id on schedule for each row
  when (new.location_id is not null and new.service_id is not null) execute function follow_merged_place();
