-- The stems of a synonym are made once, not for every search.
alter table search_synonym add column stems text not null generated always as (plainto_tsquery('directory', phrase)::text) stored;

-- A common word is found among the first rows, a less common one in a sixteenth of all: only for a rare one is everything
-- looked up that has it.
create or replace function any_service_has(words tsquery) returns boolean language sql stable set enable_seqscan = off as $$
  select exists (select from (select document from service_search limit 500) met where met.document @@ words)
    or exists (select from service_search where document @@ words and spots && array['J0'])
    or exists (select from service_search where document @@ words)
$$;

-- The filter "open now" is asked of what the words and the place have left: no search reads all that may be open.
drop index service_search_minutes;
