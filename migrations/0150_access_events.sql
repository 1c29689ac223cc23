-- Tells every process that somebody's session, organization, roles or standing changed, whatever statement did it: open
-- event streams then look again who they speak to. Streams do not pass this type on.
create function publish_access_change() returns trigger language plpgsql as $$
begin
  insert into event (type, subject_id, audience)
    select distinct 'access', account_id::text, array['access'] from changed;
  perform pg_notify('hearthline_event', '') where found;
  return null;
end $$;

create trigger session_ended after delete on session
  referencing old table as changed for each statement execute function publish_access_change();
create trigger account_role_given after insert on account_role
  referencing new table as changed for each statement execute function publish_access_change();
create trigger account_role_taken after delete on account_role
  referencing old table as changed for each statement execute function publish_access_change();
create trigger account_frozen after insert on account_freeze
  referencing new table as changed for each statement execute function publish_access_change();

create function publish_account_access_change() returns trigger language plpgsql as $$
begin
  insert into event (type, subject_id, audience) values ('access', new.id::text, array['access']);
  perform pg_notify('hearthline_event', '');
  return null;
end $$;

create trigger account_access_changed after update on account for each row
  when (old.organization_id is distinct from new.organization_id
    or old.deactivated_on is distinct from new.deactivated_on
    or old.approved_on is distinct from new.approved_on
    or old.email_confirmed_on is distinct from new.email_confirmed_on)
  execute function publish_account_access_change();
