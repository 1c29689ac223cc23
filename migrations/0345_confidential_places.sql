-- A confidential place: others learn only its county. What they search it by is the middle of that county, or of its
-- state where the county is not known.
alter table location
  add column is_confidential boolean not null default false,
  -- c36029 or s36; only of a confidential place.
  add column area_key text,
  add column area_latitude double precision,
  add column area_longitude double precision;
-- The point that searches use, whoever searches: otherwise an order or a distance would give the place away.
alter table location
  add column shown_latitude double precision generated always as
    (case when is_confidential then area_latitude else coalesce(latitude, zip_latitude) end) stored,
  add column shown_longitude double precision generated always as
    (case when is_confidential then area_longitude else coalesce(longitude, zip_longitude) end) stored;
drop index location_point;
create index location_point on location using gist (place_point(shown_latitude, shown_longitude));

-- The middle is rounded to a tenth of a degree: in a county of one ZIP code it would else be that ZIP code's point.
create function wide_area(of_location uuid, of_latitude double precision, of_longitude double precision)
  returns table (key text, latitude double precision, longitude double precision) language sql stable as $$
  with home as (
    select coalesce(
      (select p.county_fips from address a join place p on p.zip = left(trim(a.postal_code), 5)
        where a.location_id = of_location and p.county_fips is not null order by a.address_type, a.id limit 1),
      (select near.county_fips from (
        select p.county_fips from place p where p.county_fips is not null and of_latitude is not null
        order by place_point(p.latitude, p.longitude) <-> place_point(of_latitude, of_longitude) limit 1) near)) as county,
      (select left(c.fips, 2) from address a join county c on c.state = upper(trim(a.state_province))
        where a.location_id = of_location order by a.address_type, a.id limit 1) as state
  )
  select case when h.county is not null then 'c' || h.county else 's' || h.state end,
    round(avg(p.latitude)::numeric, 1)::double precision, round(avg(p.longitude)::numeric, 1)::double precision
  from home h join place p on p.county_fips = h.county or h.county is null and left(p.county_fips, 2) = h.state
  group by 1
$$;

create function set_wide_area() returns trigger language plpgsql as $$
begin
  new.area_key := null;
  new.area_latitude := null;
  new.area_longitude := null;
  if new.is_confidential then
    select w.key, w.latitude, w.longitude into new.area_key, new.area_latitude, new.area_longitude
    from wide_area(new.id, coalesce(new.latitude, new.zip_latitude), coalesce(new.longitude, new.zip_longitude)) w;
  end if;
  return new;
end $$;
create trigger wide_area_insert before insert on location for each row when (new.is_confidential) execute function set_wide_area();
create trigger wide_area_update before update on location for each row when (new.is_confidential or old.is_confidential)
  execute function set_wide_area();

create function wide_area_of_addresses() returns trigger language plpgsql as $$
begin
  update location set is_confidential = true where is_confidential and id in (select location_id from changed_rows);
  return null;
end $$;
create trigger wide_area_insert after insert on address referencing new table as changed_rows for each statement execute function wide_area_of_addresses();
create trigger wide_area_update after update on address referencing new table as changed_rows for each statement execute function wide_area_of_addresses();
create trigger wide_area_delete after delete on address referencing old table as changed_rows for each statement execute function wide_area_of_addresses();
