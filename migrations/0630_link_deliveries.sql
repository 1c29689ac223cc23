-- What became of the last message that sent a link to a person: an intake, their own record, a request for consent, a
-- list of services, or an invitation. It belongs to a row of another table, and is deleted with it.
create table link_delivery (
  -- of the intake link, record link, consent request, service list link or invitation
  link_id uuid primary key,
  message_id uuid not null unique,
  channel text not null check (channel in ('email', 'sms')),
  masked_address text not null,
  sent_by uuid references account on delete set null,
  organization_id uuid not null references organization,
  -- the page that lists the link
  page text not null check (page in ('people', 'intakes', 'lists')),
  page_id uuid not null,
  queued_on timestamptz(3) not null default now(),
  handed_over_on timestamptz(3),
  failed_on timestamptz(3),
  failure text check (failure in ('invalid-address', 'unsubscribed', 'refused', 'no-service', 'no-answer')),
  check ((failed_on is null) = (failure is null))
);
create index link_delivery_sent_by on link_delivery (sent_by) where sent_by is not null;
create index link_delivery_organization on link_delivery (organization_id);
create index link_delivery_queued_on on link_delivery (queued_on);
