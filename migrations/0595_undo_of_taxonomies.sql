-- Undoing an import also removes the taxonomies that it added, and gives changed ones their former values.
create trigger import_insert after insert on taxonomy referencing new table as after_rows
  for each statement when (current_setting('hearthline.import_run', true) <> '') execute function note_import_change();
create trigger import_update after update on taxonomy referencing old table as before_rows new table as after_rows
  for each statement when (current_setting('hearthline.import_run', true) <> '') execute function note_import_change();
create trigger import_delete after delete on taxonomy referencing old table as before_rows
  for each statement when (current_setting('hearthline.import_run', true) <> '') execute function note_import_change();
