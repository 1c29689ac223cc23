-- A sender's need for a person; each organization asked gets a referral of it.
create table referral_request (
  id               uuid primary key default gen_random_uuid(),
  organization_id  uuid not null references organization,
  contact_id       uuid not null references contact,
  need             text not null,
  urgency          text not null default 'routine' check (urgency in ('routine', 'urgent', 'asap')),
  needed_by        date,
  note             text,
  status           text not null default 'draft' check (status in ('draft', 'active', 'on hold', 'completed', 'revoked')),
  created_by       uuid not null references account,
  created_on       timestamptz(3) not null default now(),
  changed_on       timestamptz(3) not null default now()
);
create index referral_request_contact on referral_request (contact_id, created_on desc);

create table referral (
  id                         uuid primary key default gen_random_uuid(),
  request_id                 uuid not null references referral_request,
  parent_id                  uuid references referral,
  parent_relation            text check (parent_relation in ('forward', 'reopen')),
  sender_organization_id     uuid not null references organization,
  recipient_organization_id  uuid not null references organization,
  -- the foreign key to service follows in 0022, when that table stands
  service_id                 uuid,
  status                     text not null default 'Draft' check (status in ('Draft', 'Sent', 'In Review', 'Accepted', 'Declined', 'Recalled',
                               'Forwarded', 'Expired', 'In Progress', 'On Hold', 'Closed: Resolved', 'Closed: Unresolved', 'Entered In Error')),
  directed_to_id             uuid references account,
  assignee_id                uuid references account,
  -- whom to write to at an organization that has no account yet
  contact_first_name         text,
  contact_last_name          text,
  contact_email              text,
  -- what was shared about the person, as it stood when it was sent; the receiving organization reads this and nothing else
  snapshot                   jsonb,
  consent_id                 uuid references consent,
  consent_override_reason    text,
  -- accent-free name, service and organizations, for the search of the lists
  search_text                text not null default '',
  reason                     text,
  outcome                    text,
  review_on                  date,
  sent_on                    timestamptz(3),
  first_viewed_on            timestamptz(3),
  responded_on               timestamptz(3),
  started_on                 timestamptz(3),
  closed_on                  timestamptz(3),
  response_due_on            timestamptz(3),
  -- when the clock next has something to do: remind at 3 and at 6 working days, expire at 10
  clock_on                   timestamptz(3),
  reminders_sent             smallint not null default 0,
  status_changed_on          timestamptz(3) not null default now(),
  status_changed_by          uuid,
  message_count              integer not null default 0,
  last_message_on            timestamptz(3),
  created_by                 uuid not null references account,
  created_on                 timestamptz(3) not null default now(),
  version                    integer not null default 1,
  check (parent_id is null or parent_relation is not null)
);
create index referral_request_id on referral (request_id);
create index referral_parent on referral (parent_id) where parent_id is not null;
create unique index referral_reopened_once on referral (parent_id) where parent_relation = 'reopen';
create index referral_outgoing on referral (sender_organization_id, created_on desc, id desc) where status <> 'Entered In Error';
create index referral_outgoing_status on referral (sender_organization_id, status, created_on desc, id desc);
create index referral_incoming on referral (recipient_organization_id, created_on desc, id desc) where status not in ('Draft', 'Entered In Error');
create index referral_incoming_status on referral (recipient_organization_id, status, created_on desc, id desc);
create index referral_waiting on referral (recipient_organization_id, sent_on) where status in ('Sent', 'In Review');
create index referral_on_hold on referral (recipient_organization_id, review_on) where status = 'On Hold';
create index referral_sender_messages on referral (sender_organization_id, last_message_on desc) where last_message_on is not null;
create index referral_recipient_messages on referral (recipient_organization_id, last_message_on desc) where last_message_on is not null;
create index referral_creator_news on referral (created_by, status_changed_on desc);
create index referral_clock on referral (clock_on) where status = 'Sent';
create index referral_search_outgoing on referral using gin (sender_organization_id, search_text gin_trgm_ops);
create index referral_search_incoming on referral using gin (recipient_organization_id, search_text gin_trgm_ops);

-- The history: every step, also those the clock makes. Nothing changes or deletes a line.
create table referral_event (
  id               uuid primary key default gen_random_uuid(),
  sequence         bigint generated always as identity,
  referral_id      uuid not null references referral,
  action           text not null,
  from_status      text,
  to_status        text not null,
  actor_id         uuid references account,
  organization_id  uuid references organization,
  reason           text,
  outcome          text,
  note             text,
  created_on       timestamptz(3) not null default now()
);
create index referral_event_referral on referral_event (referral_id, sequence);
create function referral_event_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a referral is never changed';
end $$;
create trigger referral_event_kept before update or delete on referral_event for each row execute function referral_event_is_kept();

create table referral_message (
  id               uuid primary key default gen_random_uuid(),
  referral_id      uuid not null references referral,
  sequence         integer not null,
  author_id        uuid not null references account,
  organization_id  uuid not null references organization,
  text             text not null,
  created_on       timestamptz(3) not null default now(),
  unique (referral_id, sequence)
);

-- How far somebody has read: up to which message, and when they last looked.
create table referral_read (
  referral_id    uuid not null references referral,
  account_id     uuid not null references account on delete cascade,
  last_sequence  integer not null default 0,
  read_on        timestamptz(3) not null default now(),
  primary key (referral_id, account_id)
);

-- The one-time link to an organization without an account. Only the hash of its code is kept.
create table referral_invitation (
  code_hash    text primary key,
  referral_id  uuid not null references referral,
  email        text not null,
  created_on   timestamptz(3) not null default now(),
  expires_on   timestamptz(3) not null,
  used_on      timestamptz(3)
);
create index referral_invitation_referral on referral_invitation (referral_id);
