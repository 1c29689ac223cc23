-- Whether a nightly import read only what its source says has changed: then nothing that it does not contain is missing.
alter table import_run add column is_partial boolean not null default false;
