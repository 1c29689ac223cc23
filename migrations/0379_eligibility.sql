-- For whom a service is, in a form that can be compared; null if nobody said. Ages and areas have places of their own.
alter table service
  -- The most income, as a share of the federal poverty level or as amounts by the size of the household.
  add column income jsonb,
  add column households text[],
  add column populations text[],
  add column papers text[];

-- The words about who can get it may name where people must live.
drop trigger area_update on service;
create trigger area_update after update of name, description, eligibility_description on service for each row
  when ((new.name, new.description, new.eligibility_description) is distinct from (old.name, old.description, old.eligibility_description))
  execute function note_service_to_read();
insert into area_to_read select id from service where eligibility_description is not null on conflict do nothing;
