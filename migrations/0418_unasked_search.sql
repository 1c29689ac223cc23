-- That an organization was asked about an intake status changes nothing that a search reads: at night very many services
-- are marked, and each would have its words read anew.
create function directory_service_updated() returns trigger language plpgsql as $$
begin
  perform service_search_changed((
    select array_agg(n.id) from after_rows n join before_rows o on o.id = n.id
    where to_jsonb(n) - 'intake_asked_on' is distinct from to_jsonb(o) - 'intake_asked_on'));
  return null;
end $$;
drop trigger search_update on service;
create trigger search_update after update on service referencing old table as before_rows new table as after_rows
  for each statement execute function directory_service_updated();
