-- Who saw details of a person served: one row for each answer, with all the people that it showed. It takes the place of
-- contact_view, which had one row for each person, did not know who impersonated whom, and went with the person's record.
create table access_log (
  id               bigint generated always as identity primary key,
  -- without a foreign key: the log outlives the records
  contact_ids      uuid[] not null check (cardinality(contact_ids) > 0),
  -- null: the holder of an invitation link, before they have an account
  account_id       uuid,
  impersonator_id  uuid,
  -- the organization that received the details
  organization_id  uuid,
  way              text not null check (way in ('record', 'list', 'duplicate', 'phone', 'referral', 'referral-list', 'message',
                     'sent', 'invitation', 'export')),
  referral_id      uuid,
  viewed_on        timestamptz(3) not null default now()
);
insert into access_log (contact_ids, account_id, organization_id, way, referral_id, viewed_on)
  select array[contact_id], account_id, organization_id, way, referral_id, viewed_on from contact_view order by id;
drop table contact_view;
create index access_log_contact on access_log using gin (contact_ids);

create function access_log_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the access log is never changed';
end $$;
create trigger access_log_kept before update or delete on access_log for each row execute function access_log_is_kept();
create trigger access_log_whole before truncate on access_log for each statement execute function access_log_is_kept();
