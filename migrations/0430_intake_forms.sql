-- Intake forms: of the network (no organization) or of one organization. Questions belong to versions; a published
-- version never changes.
create table intake_form (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid references organization (id) on delete cascade,
  created_by      uuid references account (id) on delete set null,
  created_on      timestamptz(3) not null default now(),
  archived_on     timestamptz(3),
  -- The name of a form that comes with the product.
  shipped_as      text unique
);
create index intake_form_organization on intake_form (organization_id);
create index intake_form_created_by on intake_form (created_by) where created_by is not null;

create table intake_form_version (
  id              uuid primary key default gen_random_uuid(),
  form_id         uuid not null references intake_form (id) on delete cascade,
  number          integer not null,
  state           text not null default 'draft' check (state in ('draft', 'published', 'retired')),
  definition      jsonb not null,
  revision        integer not null default 1,
  changed_by      uuid references account (id) on delete set null,
  changed_on      timestamptz(3) not null default now(),
  published_by    uuid references account (id) on delete set null,
  published_on    timestamptz(3),
  unique (form_id, number)
);
create unique index intake_form_one_draft on intake_form_version (form_id) where state = 'draft';
create unique index intake_form_one_published on intake_form_version (form_id) where state = 'published';
create index intake_form_version_changed_by on intake_form_version (changed_by) where changed_by is not null;
create index intake_form_version_published_by on intake_form_version (published_by) where published_by is not null;

create function keep_published_form() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.definition <> old.definition or new.number <> old.number or new.form_id <> old.form_id
    or new.state = 'draft' or new.published_on <> old.published_on) then
    raise exception 'A published version of an intake form does not change';
  end if;
  return new;
end $$;
create trigger keep_published_form before update on intake_form_version
  for each row execute function keep_published_form();

-- Texts of published versions that were corrected; the last one of a place counts.
create table intake_form_correction (
  id              uuid primary key default gen_random_uuid(),
  version_id      uuid not null references intake_form_version (id) on delete cascade,
  path            text not null,
  language        text not null check (language in ('en', 'es')),
  before          text not null,
  after           text not null,
  corrected_by    uuid references account (id) on delete set null,
  corrected_on    timestamptz(3) not null default now()
);
create index intake_form_correction_version on intake_form_correction (version_id, corrected_on);
create index intake_form_correction_by on intake_form_correction (corrected_by) where corrected_by is not null;
