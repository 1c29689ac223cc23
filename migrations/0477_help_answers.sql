-- What the people of a closed referral say: whether they got help.
create table help_answer (
  referral_id  uuid not null references referral,
  contact_id   uuid not null references contact on delete cascade,
  answer       text not null check (answer in ('yes', 'partly', 'no', 'waiting')),
  comment      text,
  -- When they answered first, and last.
  answered_on  timestamptz(3) not null default now(),
  changed_on   timestamptz(3) not null default now(),
  primary key (referral_id, contact_id)
);
create index help_answer_of_person on help_answer (contact_id);

-- Since when somebody says that they got no help although the recipient says so, until the sender looked into it.
alter table referral add column help_denied_on timestamptz(3);
create index referral_help_denied on referral (sender_organization_id, help_denied_on) where help_denied_on is not null;
