-- What undoing an import changed of a listing has a cause of its own.
alter table listing_change drop constraint listing_change_cause_check;
alter table listing_change add constraint listing_change_cause_check
  check (cause in ('added', 'edit', 'restore', 'verification', 'import', 'merge', 'split', 'undo'));
