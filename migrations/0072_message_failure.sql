-- A message that the mail server or the text service refused for good, and why; the language that a call is spoken in.
alter table message
  add column language text not null default 'en' check (language in ('en', 'es')),
  add column failed_on timestamptz,
  add column failure text check (failure in ('invalid-address', 'unsubscribed', 'refused', 'no-service', 'no-answer')),
  add check ((failed_on is null) = (failure is null)),
  add check (delivered_on is null or failed_on is null);
create index message_failed on message (recipient, failed_on) where failed_on is not null;
