-- Intake forms filled in for a person: by staff, or by the person through a link.
create table intake (
  id              uuid primary key default gen_random_uuid(),
  form_id         uuid not null references intake_form (id),
  version_id      uuid not null references intake_form_version (id),
  contact_id      uuid not null references contact (id) on delete cascade,
  organization_id uuid not null references organization (id),
  way             text not null check (way in ('staff', 'link')),
  language        text not null check (language in ('en', 'es')),
  state           text not null default 'draft' check (state in ('draft', 'complete', 'void')),
  -- What a completed intake found, as of that day.
  result          jsonb,
  started_by      uuid references account (id) on delete set null,
  started_on      timestamptz(3) not null default now(),
  changed_on      timestamptz(3) not null default now(),
  completed_by    uuid references account (id) on delete set null,
  completed_on    timestamptz(3),
  void_reason     text,
  -- A completed intake has a result and a day.
  constraint intake_completed check ((completed_on is null) = (result is null))
);
create index intake_contact on intake (contact_id, started_on desc);
create index intake_version on intake (version_id);
create index intake_form_used on intake (form_id);
create index intake_organization on intake (organization_id);
create index intake_started_by on intake (started_by) where started_by is not null;
create index intake_completed_by on intake (completed_by) where completed_by is not null;
-- Two colleagues who begin the same form for a person at the same moment share one draft.
create unique index intake_one_draft on intake (contact_id, form_id) where state = 'draft' and way = 'staff';

create table intake_answer (
  intake_id       uuid not null references intake (id) on delete cascade,
  item_key        text not null,
  -- Null: the answer was taken back.
  value           jsonb,
  -- Counts the changes of this answer.
  revision        integer not null default 1,
  -- Made by the browser for each change, so that a repeated save changes nothing.
  change_id       uuid not null,
  answered_by     uuid references account (id) on delete set null,
  answered_on     timestamptz(3) not null default now(),
  primary key (intake_id, item_key)
);
create index intake_answer_by on intake_answer (answered_by) where answered_by is not null;

-- Needs that a completed intake raised, and the request that took each up.
create table intake_need (
  intake_id       uuid not null references intake (id) on delete cascade,
  need            text not null,
  item_key        text not null,
  request_id      uuid references referral_request (id) on delete set null,
  taken_up_by     uuid references account (id) on delete set null,
  taken_up_on     timestamptz(3),
  primary key (intake_id, need),
  constraint intake_need_need check (need in (
    'food-insecurity', 'homelessness', 'housing-instability', 'inadequate-housing', 'utility-insecurity',
    'transportation-insecurity', 'financial-insecurity', 'material-hardship', 'employment-status', 'educational-attainment', 'health-insurance-coverage-status', 'medical-cost-burden', 'personal-health-literacy', 'stress',
    'social-connection', 'intimate-partner-violence', 'elder-abuse', 'digital-access', 'digital-literacy',
    'language-access', 'veteran-status', 'incarceration-status', 'immigration', 'legal-help', 'child-care',
    'disability', 'diapers', 'sdoh-category-unspecified'))
);
create index intake_need_request on intake_need (request_id) where request_id is not null;
create index intake_need_taken_up_by on intake_need (taken_up_by) where taken_up_by is not null;
