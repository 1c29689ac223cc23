-- A point far from the ZIP code of its location, as its source gives it. The location is at its ZIP code.
alter table location add column doubted_latitude double precision;
alter table location add column doubted_longitude double precision;
