-- Names are looked for while they are typed: first those that begin so, then those that hold it.
create index organization_name_begins on organization (plain_text(name) text_pattern_ops, id);
create index organization_name_holds on organization using gin (plain_text(name) gin_trgm_ops);

-- Who asked to join with which organization, and what a platform admin made of it.
create table registration_review (
  id               uuid primary key default gen_random_uuid(),
  account_id       uuid not null unique references account on delete cascade,
  organization_id  uuid not null references organization,
  -- invited: a sender of a referral vouches, so the account is open at once and looked at afterwards
  kind             text not null check (kind in ('new-organization', 'claim', 'invited')),
  status           text not null default 'pending' check (status in ('pending', 'more-asked', 'approved', 'refused')),
  referral_id      uuid references referral,
  source           text,
  -- in milliseconds, as a page's cursor carries it
  created_on       timestamptz(3) not null default now(),
  version          integer not null default 1
);
create index registration_review_queue on registration_review (status, created_on, id);
create index registration_review_organization on registration_review (organization_id);

create table registration_decision (
  id          uuid primary key default gen_random_uuid(),
  review_id   uuid not null references registration_review on delete cascade,
  decision    text not null check (decision in ('approve', 'askForMore', 'refuse')),
  reason      text,
  decided_by  uuid not null references account,
  decided_on  timestamptz(3) not null default now()
);
create index registration_decision_review on registration_decision (review_id, decided_on);
