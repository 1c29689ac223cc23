-- What the virus scanner says of a file. Without one, files are not scanned.

alter table file add column scan_state text not null default 'none'
  check (scan_state in ('none', 'waiting', 'clean', 'infected', 'failed'));
-- when the scanner answered, and its name for what it found
alter table file add column scanned_on timestamptz;
alter table file add column signature text;
create index file_scan on file (created_on) where scan_state = 'waiting';
