-- When a ticket was answered first and when it was last closed, apart from the wide row and its many indexes, so that
-- a quarter's tickets are read in a moment. Triggers keep it true; the ranks are those of the product's own lists.
create table support_request_times (
  support_request_id uuid primary key references support_request on delete cascade,
  created_on         timestamptz(3) not null,
  organization_id    uuid,
  type_rank          smallint not null,
  priority_rank      smallint not null,
  is_open            boolean not null,
  -- the first public note by somebody else than the maker who handled tickets when writing it
  first_response_on  timestamptz(3),
  -- the last closing; it says nothing while the ticket is open again
  closed_on          timestamptz(3)
);

create function rank_of_ticket_type(type text) returns smallint language sql immutable parallel safe
  return array_position(array['Bug', 'Feature Request', 'User Experience', 'Accessibility', 'Page Loading Errors', 'Other'], type)::smallint;

insert into support_request_times
select t.id, t.created_on, t.organization_id, rank_of_ticket_type(t.support_request_type), t.priority_rank, t.status <> 'Closed',
  answered.first_on, coalesce(closed.last_on, case when t.status = 'Closed' then t.changed_on end)
from support_request t
  left join (
    select n.support_request_id, min(n.created_on) as first_on
    from support_request_note n join support_request s on s.id = n.support_request_id
    where n.visibility = 'public' and n.created_by <> s.created_by
      and exists (select from account_role r where r.account_id = n.created_by and r.role in ('support-agent', 'platform-admin'))
    group by n.support_request_id
  ) answered on answered.support_request_id = t.id
  left join (
    select subject_id, max(created_on) as last_on from audit_record
    where subject_type = 'supportRequest' and action = 'supportRequest.status' and detail ->> 'to' = 'Closed'
    group by subject_id
  ) closed on closed.subject_id = t.id::text;

create index support_request_times_created on support_request_times (created_on);
create index support_request_times_of_organization on support_request_times (organization_id, created_on);
create index support_request_times_waiting on support_request_times (created_on) where is_open and first_response_on is null;

create function keep_ticket_times() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into support_request_times (support_request_id, created_on, organization_id, type_rank, priority_rank, is_open, closed_on)
    values (new.id, new.created_on, new.organization_id, rank_of_ticket_type(new.support_request_type), new.priority_rank,
      new.status <> 'Closed', case when new.status = 'Closed' then new.created_on end);
  else
    update support_request_times set created_on = new.created_on, organization_id = new.organization_id,
      type_rank = rank_of_ticket_type(new.support_request_type), priority_rank = new.priority_rank, is_open = new.status <> 'Closed',
      -- whoever changes a status says when
      closed_on = case when new.status = 'Closed' and old.status <> 'Closed' then new.changed_on else closed_on end
    where support_request_id = new.id;
  end if;
  return null;
end $$;
create trigger support_request_times_made after insert on support_request
  for each row execute function keep_ticket_times();
create trigger support_request_times_changed
  after update of status, support_request_type, priority, organization_id, created_on on support_request
  for each row when ((old.status, old.support_request_type, old.priority, old.organization_id, old.created_on)
    is distinct from (new.status, new.support_request_type, new.priority, new.organization_id, new.created_on))
  execute function keep_ticket_times();

create function note_first_response() returns trigger language plpgsql as $$
begin
  update support_request_times set first_response_on = new.created_on
  where support_request_id = new.support_request_id and first_response_on is null
    and exists (select from support_request t where t.id = new.support_request_id and t.created_by <> new.created_by)
    and exists (select from account_role r where r.account_id = new.created_by and r.role in ('support-agent', 'platform-admin'));
  return null;
end $$;
create trigger support_request_first_response after insert on support_request_note
  for each row when (new.visibility = 'public') execute function note_first_response();
