-- The words of notes, as those of a ticket's description: what is looked for is found in both.
alter table support_request_note add column search tsvector not null generated always as (
  strip(to_tsvector('directory'::regconfig, note_text) || to_tsvector('simple'::regconfig, translate(plain_text(note_text), './:@_-+&=?#%', '            ')))
) stored;
create index support_request_note_words on support_request_note using gin (search) with (fastupdate = off);
