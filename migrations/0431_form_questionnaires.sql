-- The FHIR Questionnaire that a form was imported from: export returns what the form itself does not have.
create table form_questionnaire (
  form_id     uuid primary key references intake_form (id) on delete cascade,
  resource    jsonb not null,
  imported_on timestamptz(3) not null default now()
);
