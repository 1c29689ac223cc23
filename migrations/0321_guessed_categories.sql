-- A category that the source does not state may be guessed from the words of the service; it says so until a person confirms it.
alter table attribute
  add column stated_by text not null default 'source' check (stated_by in ('source', 'guess', 'person')),
  -- The words on which a guess rests.
  add column because text;
create index attribute_guess on attribute (service_id) where stated_by = 'guess';
