-- Counters of tries, kept by rate-limiter-flexible (its own column names).
create table login_throttle (
  key     varchar(255) primary key,
  points  integer not null default 0,
  expire  bigint
);
