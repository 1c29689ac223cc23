-- Two records of one person. The one that goes away keeps its row, belongs to no organization, and points to the one that
-- stays; always to the last of a chain. So whatever lists the people of an organization passes it over.
alter table contact add column merged_into uuid references contact on delete set null;
create index contact_merged_into on contact (merged_into) where merged_into is not null;
create index contact_former_name on contact using gin (plain_text(first_name || ' ' || last_name) gin_trgm_ops)
  where merged_into is not null;

create table person_merge (
  id               uuid primary key default gen_random_uuid(),
  organization_id  uuid not null references organization on delete cascade,
  from_id          uuid not null references contact on delete cascade,
  into_id          uuid not null references contact on delete cascade,
  -- The fields of the record that stays that changed, before and after, and the telephone numbers that it was given.
  before           jsonb not null,
  after            jsonb not null,
  phones           text[] not null,
  -- By table, what came along.
  carried          jsonb not null,
  merged_by        uuid references account on delete set null,
  merged_on        timestamptz(3) not null default now(),
  undone_by        uuid references account on delete set null,
  undone_on        timestamptz(3)
);
create unique index person_merge_one on person_merge (from_id) where undone_on is null;
create index person_merge_into on person_merge (into_id, merged_on desc);
create index person_merge_from on person_merge (from_id);
create index person_merge_merged_by on person_merge (merged_by) where merged_by is not null;
create index person_merge_undone_by on person_merge (undone_by) where undone_by is not null;

-- What is written for a record in the moment of its merge comes to the one that stays. The lock waits for the merge.
create function follow_merged_person() returns trigger language plpgsql as $$
begin
  if new.contact_id is not null then
    select coalesce(merged_into, id) into new.contact_id from contact where id = new.contact_id for key share;
  end if;
  return new;
end $$;
create trigger follow_merged before insert or update of contact_id on consent
  for each row execute function follow_merged_person();
create trigger follow_merged before insert or update of contact_id on contact_invitation
  for each row execute function follow_merged_person();
create trigger follow_merged before insert or update of contact_id on correction_request
  for each row execute function follow_merged_person();
create trigger follow_merged before insert or update of contact_id on intake
  for each row execute function follow_merged_person();
create trigger follow_merged before insert or update of contact_id on referral_request
  for each row execute function follow_merged_person();
create trigger follow_merged before insert or update of contact_id on service_list
  for each row execute function follow_merged_person();
create trigger follow_merged before insert or update of contact_id on shared_intake
  for each row execute function follow_merged_person();
