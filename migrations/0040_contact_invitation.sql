-- A link by mail that lets a person served open an account of their own. Only the hash of its code is kept.
create table contact_invitation (
  code_hash     text primary key,
  contact_id    uuid not null references contact on delete cascade,
  invited_by    uuid references account on delete set null,
  account_id    uuid references account on delete set null,
  expires_on    timestamptz not null,
  used_on       timestamptz,
  withdrawn_on  timestamptz,
  created_on    timestamptz not null default now()
);
create index contact_invitation_contact on contact_invitation (contact_id);
create index contact_invitation_account on contact_invitation (account_id);
