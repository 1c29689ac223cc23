create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
create extension if not exists cube;
create extension if not exists earthdistance;

-- Every e-mail, text and voice call the portal ever sends, written in the transaction that causes it.
create table message (
  id            uuid primary key default gen_random_uuid(),
  sequence      bigint generated always as identity,
  channel       text not null check (channel in ('email', 'sms', 'voice')),
  recipient     text not null,
  subject       text,
  text          text not null,
  html          text,
  message_key   text not null unique,
  created_on    timestamptz not null default now(),
  delivered_on  timestamptz
);
create index message_sequence on message (sequence desc);

-- Live events. Readers follow (transaction_id, id) and stop below the oldest running transaction, so that none is skipped.
create table event (
  id              bigint generated always as identity primary key,
  transaction_id  xid8 not null default pg_current_xact_id(),
  type            text not null,
  subject_id      text not null,
  audience        text[] not null,
  created_on      timestamptz not null default now()
);
create index event_position on event (transaction_id, id);

-- Who did what to which record; no call changes or deletes a line.
create table audit_record (
  id           bigint generated always as identity primary key,
  actor_id     uuid,
  action       text not null,
  subject_type text not null,
  subject_id   text not null,
  detail       jsonb not null default '{}',
  created_on   timestamptz not null default now()
);
create index audit_record_subject on audit_record (subject_type, subject_id, id);
create function audit_record_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'audit records are never changed';
end $$;
create trigger audit_record_kept before update or delete on audit_record for each row execute function audit_record_is_kept();

-- A solved captcha is worth one call.
create table captcha_used (
  signature  text primary key,
  expires_on timestamptz not null
);
