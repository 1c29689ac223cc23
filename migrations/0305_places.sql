-- ZIP codes and counties of the United States, loaded from files of the product when it starts.
create table county (
  fips   text primary key check (fips ~ '^\d{5}$'),
  name   text not null,
  state  text not null
);

create table place (
  zip          text primary key check (zip ~ '^\d{5}$'),
  town         text not null,
  state        text not null,
  -- Military post offices have none.
  county_fips  text references county,
  latitude     float8 not null,
  longitude    float8 not null,
  time_zone    text not null
);
create index place_county on place (county_fips);
create index place_point on place using gist (place_point(latitude, longitude));
create index place_town on place (state, town);

-- Which edition of a file is loaded.
create table place_file (
  name  text primary key,
  hash  text not null
);
