-- What an organization promises to those who refer to it, in hours of working days.
create table response_promise (
  organization_id uuid primary key references organization,
  view_hours smallint not null check (view_hours between 1 and 720),
  answer_hours smallint not null check (answer_hours between 1 and 720),
  contact_hours smallint not null check (contact_hours between 1 and 720),
  escalate_to_id uuid references account on delete set null,
  changed_by uuid references account on delete set null,
  changed_on timestamptz(3) not null default now(),
  check (answer_hours >= view_hours)
);
create index response_promise_escalate_to on response_promise (escalate_to_id) where escalate_to_id is not null;
create index response_promise_changed_by on response_promise (changed_by) where changed_by is not null;

-- What the recipient has to do next and by when, and when the clock next warns or escalates.
alter table referral
  add column promise_stage text check (promise_stage in ('view', 'answer', 'contact')),
  add column promise_due_on timestamptz(3),
  add column promise_alert text check (promise_alert in ('warn', 'escalate')),
  add column promise_alert_on timestamptz(3),
  add constraint referral_promise check ((promise_stage is null) = (promise_due_on is null)),
  add constraint referral_promise_alert check ((promise_alert is null) = (promise_alert_on is null));
create index referral_promise_alert on referral (promise_alert_on) where promise_alert_on is not null;
