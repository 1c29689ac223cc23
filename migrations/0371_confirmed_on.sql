-- When a listed service was last confirmed: a search ranks it lower once that is long ago. A trigger of the search row
-- itself fills it in, whichever function writes the row.
alter table service_search add column confirmed_on date;

create function note_confirmed_on() returns trigger language plpgsql as $$
begin
  new.confirmed_on := (select assured_date from service where id = new.service_id);
  return new;
end $$;
create trigger confirmed_on before insert or update on service_search for each row execute function note_confirmed_on();

update service_search search set confirmed_on = service.assured_date
from service where service.id = search.service_id and service.assured_date is not null;
