-- Words that a large part of a large directory holds cannot be ranked one by one. A search for them goes tier by tier:
-- services with the words in the name, in the name or the organization, anywhere. Each of the first two has its own index.
create index service_search_name on service_search using gin (ts_filter(document, '{a}'));
create index service_search_heading on service_search using gin (ts_filter(document, '{a,b}'));

-- Whether any service has these words. A common one is met in the first few rows, and the index need not list them all.
-- A rarer one is looked up by the index always: PostgreSQL takes a word that it has never met for one that a two-hundredth
-- of all services hold, and would look for it row by row.
create function any_service_has(words tsquery) returns boolean language sql stable set enable_seqscan = off as $$
  select exists (select from (select document from service_search limit 500) met where met.document @@ words)
    or exists (select from service_search where document @@ words)
$$;
