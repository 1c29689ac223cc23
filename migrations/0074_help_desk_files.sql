-- Screenshots of a ticket and of a note. The unique file says that nothing is attached twice.
create table support_request_file (
  id                 uuid primary key default gen_random_uuid(),
  support_request_id uuid not null references support_request on delete cascade,
  file_id            uuid not null unique references file,
  created_by         uuid not null references account,
  created_on         timestamptz(3) not null default now()
);
create index support_request_file_holder on support_request_file (support_request_id, created_on, id);
create index support_request_file_newest on support_request_file (created_on desc, id desc);

create table note_file (
  id          uuid primary key default gen_random_uuid(),
  note_id     uuid not null references support_request_note on delete cascade,
  file_id     uuid not null unique references file,
  created_by  uuid not null references account,
  created_on  timestamptz(3) not null default now()
);
create index note_file_holder on note_file (note_id, created_on, id);
create index note_file_newest on note_file (created_on desc, id desc);
