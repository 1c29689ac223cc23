-- An organization that an import made for rows whose own it was not given: its name is borrowed from one of them.
alter table organization add column is_stand_in boolean not null default false;
