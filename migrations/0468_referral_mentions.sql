-- Who is mentioned in a message of a referral.
create table referral_mention (
  message_id  uuid not null references referral_message (id),
  account_id  uuid not null references account (id) on delete cascade,
  referral_id uuid not null references referral (id),
  sequence    integer not null,
  primary key (message_id, account_id)
);
create index referral_mention_referral on referral_mention (referral_id, sequence);
create index referral_mention_account on referral_mention (account_id);
