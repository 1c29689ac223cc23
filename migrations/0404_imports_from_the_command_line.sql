-- An import from the command line is in the history too; no job works on it.
alter table import_run add column is_from_command boolean not null default false;
