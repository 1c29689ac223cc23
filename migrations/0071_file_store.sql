-- One row: the mark that this database leaves in its file store. Objects without a row are swept only from the store
-- that bears it, so that a portal started by mistake beside another's files removes none of them.
create table file_store (
  mark      uuid not null default gen_random_uuid(),
  only_one  boolean primary key default true check (only_one)
);
insert into file_store default values;
