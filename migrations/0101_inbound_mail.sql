-- Answers by e-mail that became notes, by a hash of who wrote what to which ticket: a mail that is delivered again makes no
-- second note. The times hold back a mailbox that sends too many.
create table inbound_mail (
  key         text primary key,
  account_id  uuid not null references account on delete cascade,
  note_id     uuid not null references support_request_note on delete cascade,
  received_on timestamptz not null default now()
);
create index inbound_mail_account on inbound_mail (account_id, received_on);
create index inbound_mail_note on inbound_mail (note_id);
