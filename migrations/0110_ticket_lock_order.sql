-- A merge locks several tickets, in the order of their ids. What a new name or address changes in many tickets locks them in
-- the same order, so that the two never wait for each other.
create or replace function carry_organization_name() returns trigger language plpgsql as $$
begin
  update support_request set organization_name = lower(new.name)
  where id = any(array(select id from support_request where organization_id = new.id order by id for update));
  return null;
end $$;

create or replace function carry_creator_email() returns trigger language plpgsql as $$
begin
  update support_request set creator_email = lower(new.email)
  where id = any(array(select id from support_request where created_by = new.id order by id for update));
  return null;
end $$;
