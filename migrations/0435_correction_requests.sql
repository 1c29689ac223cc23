-- What people ask the organization that keeps their record to correct.
create table correction_request (
  -- Made by the browser, so that a repeated call asks only once.
  id              uuid primary key,
  contact_id      uuid not null references contact (id) on delete cascade,
  organization_id uuid not null references organization (id),
  account_id      uuid references account (id) on delete set null,
  text            text not null,
  asked_on        timestamptz(3) not null default now(),
  done_on         timestamptz(3),
  done_by         uuid references account (id) on delete set null
);
create index correction_request_contact on correction_request (contact_id, asked_on desc);
create index correction_request_organization on correction_request (organization_id);
create index correction_request_account on correction_request (account_id) where account_id is not null;
create index correction_request_done_by on correction_request (done_by) where done_by is not null;
