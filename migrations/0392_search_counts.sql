-- Searches that found nothing, only what nearly fits, or something that nobody opened: counted without saying who searched.

-- A search that may still go on. Nothing here says who it is.
create table search_attempt (
  -- Made by the browser, for one search of one tab.
  id          uuid primary key,
  day         date not null,
  -- Null: not kept. Empty: it had none.
  words       text,
  category_id uuid,
  zip_area    text,
  outcome     text not null check (outcome in ('nothing', 'relaxed', 'found')),
  is_opened   boolean not null default false,
  seen_on     timestamptz not null default now()
);
create index search_attempt_seen on search_attempt (seen_on);

create table search_miss (
  day         date not null,
  words       text,
  category_id uuid,
  zip_area    text check (zip_area ~ '^\d{3}$'),
  nothing     integer not null default 0,
  relaxed     integer not null default 0,
  abandoned   integer not null default 0,
  unique nulls not distinct (day, words, category_id, zip_area)
);

-- Who searched for words that are in no list, as pseudonyms that do not say who or what: only how many different people.
create table rare_search (
  words_code  text not null,
  seeker_code text not null,
  -- That of the seeker's organization; without one, the seeker's own.
  group_code  text not null,
  day         date not null,
  primary key (words_code, seeker_code)
);
create index rare_search_day on rare_search (day);
