-- Who wants to be notified of messages on referrals.
alter table user_preference
  add column email_for_message_on_referral text not null default 'All' check (email_for_message_on_referral in ('All', 'Internal', 'External', 'None')),
  add column text_for_message_on_referral text not null default 'None' check (text_for_message_on_referral in ('All', 'Internal', 'External', 'None'));

-- Up to which message notices went out. Messages from before need none.
alter table referral add column messages_notified integer not null default 0;
update referral set messages_notified = message_count where message_count > 0;
