-- Set once it was decided that a notice goes out at once: a retry is not held back to be joined.
alter table message add column let_through_on timestamptz;
