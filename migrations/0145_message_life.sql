-- The keys of messages, as hashes: they outlive the messages, so that a repeated event still sends nothing twice.
create table message_key (
  key_hash    bytea primary key,
  created_on  timestamptz not null default now()
);
create index message_key_created on message_key using brin (created_on);
insert into message_key (key_hash, created_on)
select substring(sha256(convert_to(message_key, 'UTF8')) for 16), created_on from message;

-- How many messages of one kind went to one recipient, for one sender or for one organization. The key is a hash of all that.
create table message_count (
  key      bytea primary key,
  sent     integer not null,
  ends_on  timestamptz not null
);
create index message_count_ends on message_count (ends_on);

-- Contents and address leave once nobody needs them; the row stays a while for the operator's counts.
alter table message
  drop constraint message_message_key_key,
  add column kind text not null default 'earlier',
  add column expires_on timestamptz,
  add column collapsed jsonb,
  add column counted_on timestamptz,
  add column left_out_on timestamptz,
  add column blanked_on timestamptz,
  alter column recipient drop not null,
  alter column text drop not null,
  add check (left_out_on is null or (delivered_on is null and failed_on is null)),
  add check (blanked_on is null or num_nonnulls(recipient, subject, text, html, collapsed) = 0);
alter table message alter column kind drop default;
update message set subject = null, text = null, html = null, headers = '{}' where failed_on is not null;

-- The scheduled job finds by these what is left to blank, to give up and to delete.
create index message_delivered_to_blank on message (created_on) where blanked_on is null and delivered_on is not null;
create index message_failed_to_blank on message (failed_on) where blanked_on is null and failed_on is not null;
create index message_to_give_up on message (expires_on)
  where delivered_on is null and failed_on is null and left_out_on is null and expires_on is not null;
create index message_created on message (created_on);
