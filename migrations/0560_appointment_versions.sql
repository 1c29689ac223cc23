-- Of two people who change an appointment at once, the second one is told.
alter table appointment add column version integer not null default 1;
