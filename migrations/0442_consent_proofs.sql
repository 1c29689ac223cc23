-- On which text a consent was given, and what shows it: a signature, a witness, or the scan of a paper. Consents from
-- before have none.
alter table consent
  add column text_id uuid references consent_text (id),
  add column language text check (language in ('en', 'es')),
  add column witness_name text,
  add column signed_name text,
  add column file_id uuid references file (id) on delete set null;
create index consent_text_id on consent (text_id) where text_id is not null;
create unique index consent_file on consent (file_id) where file_id is not null;
