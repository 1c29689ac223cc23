-- A session in which somebody of the platform acts as an account. It hangs on their own session and ends with it.
alter table session
  add column parent_id uuid references session (id) on delete cascade,
  add column impersonator_id uuid references account on delete cascade,
  add constraint session_impersonation check ((parent_id is null) = (impersonator_id is null));
create index session_parent on session (parent_id) where parent_id is not null;

alter table audit_record add column impersonator_id uuid;
create index audit_record_impersonator on audit_record (impersonator_id, id) where impersonator_id is not null;

-- Who acted as whom, why, and for how long; kept when the session is gone.
create table impersonation (
  session_id       uuid primary key,
  impersonator_id  uuid not null references account,
  account_id       uuid not null references account,
  reason           text not null,
  begun_on         timestamptz not null default now(),
  ends_on          timestamptz not null default now() + interval '30 minutes',
  ended_on         timestamptz
);
create index impersonation_account on impersonation (account_id, begun_on desc);
create index impersonation_impersonator on impersonation (impersonator_id, begun_on desc);
