-- A change of the promised times names the version that it is based on.
alter table response_promise add column version integer not null default 1 check (version > 0);
