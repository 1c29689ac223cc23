-- Answers that support agents give often, in both languages.
create table canned_answer (
  id          uuid primary key default gen_random_uuid(),
  title_en    text not null,
  text_en     text not null,
  title_es    text not null,
  text_es     text not null,
  version     integer not null default 1,
  created_on  timestamptz(3) not null default now(),
  changed_on  timestamptz(3) not null default now(),
  changed_by  uuid references account on delete set null
);
create index canned_answer_order on canned_answer (lower(title_en), id);
