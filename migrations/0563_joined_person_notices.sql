-- What waited for safe hours goes to a person as one message.
alter table person_notice drop constraint person_notice_message_id_key;
create index person_notice_message on person_notice (message_id) where message_id is not null;
