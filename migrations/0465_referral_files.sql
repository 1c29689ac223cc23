-- Files between the two organizations of a referral. Their bytes are files like all others; a withdrawn one has none.

alter table file drop constraint file_content_type_check;
alter table file add constraint file_content_type_check check (content_type in (
  'image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain', 'text/csv',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'));

create table referral_file (
  id              uuid primary key default gen_random_uuid(),
  referral_id     uuid not null references referral (id),
  message_id      uuid not null references referral_message (id),
  -- null once it was withdrawn
  file_id         uuid unique references file (id),
  file_name       text not null check (char_length(file_name) between 1 and 255),
  size            integer not null check (size > 0),
  category        text not null check (category in ('consent', 'identity', 'form', 'other')),
  organization_id uuid not null references organization (id),
  shared_by       uuid references account (id) on delete set null,
  shared_on       timestamptz(3) not null default now(),
  withdrawn_on    timestamptz(3),
  check (file_id is not null or withdrawn_on is not null)
);
create index referral_file_referral on referral_file (referral_id, shared_on);
create index referral_file_message on referral_file (message_id);
create index referral_file_shared_by on referral_file (shared_by) where shared_by is not null;

alter table access_log drop constraint access_log_way_check;
alter table access_log add constraint access_log_way_check check (way in
  ('record', 'list', 'duplicate', 'phone', 'referral', 'referral-list', 'message', 'file', 'sent', 'invitation',
   'export', 'service-list'));
