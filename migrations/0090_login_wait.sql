-- Growing waits between tries that fail, for each pair of account and network address (only hashes of them are kept).
-- A wait belongs to the pair, so that nobody's failures keep the owner out at another address.
create table login_wait (
  key      text primary key,
  tries    integer not null default 1,
  last_on  timestamptz not null default now()
);

-- None for five tries, then 2, 4, 8 … seconds, a quarter of an hour at most.
create function login_wait_for(tries integer) returns interval language sql immutable as $$
  select make_interval(secs => case when tries <= 5 then 0 else least(900, power(2, least(tries - 5, 10))) end)
$$;
