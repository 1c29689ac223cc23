-- The scheduled job looks for old keys every five minutes; a block range index reads all that vacuum has not summed up yet.
drop index message_key_created;
create index message_key_created on message_key (created_on);
