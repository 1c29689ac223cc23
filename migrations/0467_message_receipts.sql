-- Receipts of messages by organization, not by person, and corrections of messages.

-- One row each time somebody of an organization reads further than anybody there before.
create table message_receipt (
  referral_id     uuid not null references referral (id),
  organization_id uuid not null references organization (id),
  sequence        integer not null,
  seen_on         timestamptz(3) not null default now(),
  primary key (referral_id, organization_id, sequence)
);
create index message_receipt_organization on message_receipt (organization_id);

insert into message_receipt (referral_id, organization_id, sequence, seen_on)
  select read.referral_id, account.organization_id, read.last_sequence, min(read.read_on)
  from referral_read read join account on account.id = read.account_id
  where read.last_sequence > 0 and account.organization_id is not null
  group by 1, 2, 3;

alter table referral_message add column edited_on timestamptz(3);
