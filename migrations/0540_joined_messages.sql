-- Notices to one address within a few minutes are joined into one mail. `entry` is what the joined mail says of this one.
alter table message
  add column entry jsonb,
  -- Set while it waits to be joined: a hash of its kind and address.
  add column join_key text;
create index message_join on message (join_key, sequence) where join_key is not null and delivered_on is null;
