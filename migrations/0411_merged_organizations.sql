-- An organization that was found to be another one twice. It keeps its own profile, which its source goes on updating,
-- and what it has belongs to the one that stands for it.
alter table organization
  add column merged_into uuid references organization,
  drop constraint organization_standing_check,
  add constraint organization_standing_check check (standing in ('listed', 'pending', 'verified', 'refused', 'merged')),
  add constraint organization_merged_check check ((merged_into is null) = (standing <> 'merged') and merged_into <> id);
create index organization_merged on organization (merged_into) where merged_into is not null;

-- What a source lists under a merged organization belongs to the one that stands for it, also what later imports bring.
create function follow_merged_organization() returns trigger language plpgsql as $$
declare
  stays uuid := (select merged_into from organization where id = new.organization_id);
begin
  if stays is not null then
    new.source_organization_id := new.organization_id;
    new.organization_id := stays;
  end if;
  return new;
end $$;

do $$
declare
  owned text;
begin
  foreach owned in array array['program', 'location', 'service', 'directory_contact'] loop
    -- The organization under which the source lists it, if that was merged into another one.
    execute format('alter table %I add column source_organization_id uuid references organization on delete set null', owned);
    execute format('create index %I on %I (source_organization_id) where source_organization_id is not null', owned || '_source_organization', owned);
    execute format('create trigger follow_merged before insert or update of organization_id on %I for each row
      when (new.organization_id is not null) execute function follow_merged_organization()', owned);
  end loop;
end $$;

-- Whoever a service belongs to now is asked whether it still is correct, and decides about corrections.
create function carry_service_owner() returns trigger language plpgsql as $$
begin
  update listing_check set organization_id = new.organization_id where service_id = new.id;
  update listing_suggestion set organization_id = new.organization_id where service_id = new.id and state = 'open';
  return null;
end $$;
create trigger carry_owner after update of organization_id on service for each row
  when (new.organization_id <> old.organization_id) execute function carry_service_owner();
