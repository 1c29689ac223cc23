-- A recipient without an account answers through the link of the invitation. Its reader proves the address by a code
-- that is sent there. No foreign key to the invitation: whoever invites again deletes it and has locked the referral,
-- which an answer locks after this row.
create table answer_link (
  code_hash           text primary key,
  referral_id         uuid not null references referral,
  -- The code that was sent last.
  proof_hash          text,
  proof_sent_on       timestamptz(3),
  -- Wrong codes that are still forgiven.
  tries_left          smallint not null default 0 check (tries_left >= 0),
  -- Given to the browser that knew the code.
  session_hash        text,
  session_expires_on  timestamptz(3),
  -- Who answers, and how they can be reached, in their own words.
  holder_name         text,
  holder_reach        text,
  -- How often a code was right, and when it was last.
  openings            integer not null default 0,
  opened_on           timestamptz(3),
  created_on          timestamptz(3) not null default now()
);
create index answer_link_referral on answer_link (referral_id);

-- Who took a step or wrote a message by a link, without an account.
alter table referral_event add column link_holder text;
alter table referral_message add column link_holder text;
alter table referral_message alter column author_id drop not null;
alter table referral_message add constraint referral_message_writer check ((author_id is null) = (link_holder is not null));

-- The holder of such a link saw a referral.
alter table access_log drop constraint access_log_way_check;
alter table access_log add constraint access_log_way_check check (way in
  ('record', 'list', 'duplicate', 'phone', 'referral', 'referral-list', 'message', 'file', 'sent', 'invitation', 'export', 'service-list',
   'answer-link'));
