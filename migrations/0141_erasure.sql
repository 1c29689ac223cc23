-- Whose record was erased, when and by whom. Identifiers only; it outlives the record, and after a restore from an older
-- backup the erasures are done again from a copy of it.
create table erasure (
  contact_id       uuid primary key,
  organization_id  uuid not null,
  erased_by        uuid,
  cause            text not null check (cause in ('request', 'retention', 'replay')),
  erased_on        timestamptz(3) not null default now()
);
create function erasure_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'an erasure is never changed';
end $$;
create trigger erasure_kept before update or delete on erasure for each row execute function erasure_is_kept();
create trigger erasure_whole before truncate on erasure for each statement execute function erasure_is_kept();

-- The history of a referral stays as it is, but for one thing: when its person was erased, free text about them goes.
create or replace function referral_event_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.note is null and (new.reason is null or new.reason is not distinct from old.reason)
    and to_jsonb(new) - '{reason,note}'::text[] = to_jsonb(old) - '{reason,note}'::text[]
    and exists (select from referral join referral_request request on request.id = referral.request_id
      join erasure on erasure.contact_id = request.contact_id where referral.id = old.referral_id)
  then
    return new;
  end if;
  raise exception 'the history of a referral is never changed';
end $$;

-- People without activity for longer than the operator's retention time, proposed to the admins of their organization.
create table erasure_proposal (
  contact_id        uuid primary key references contact on delete cascade,
  organization_id   uuid not null references organization,
  last_activity_on  timestamptz(3) not null,
  proposed_on       timestamptz(3) not null default now()
);
create index erasure_proposal_list on erasure_proposal (organization_id, last_activity_on, contact_id);
create index erasure_proposal_due on erasure_proposal (proposed_on);
create index contact_changed on contact (changed_on) where organization_id is not null;
