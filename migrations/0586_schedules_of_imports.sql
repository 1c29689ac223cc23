-- Whether the source is imported every night once this run is applied; null: its schedule stays as it is.
alter table import_run add column nightly_after boolean;
