-- When the published record of a service last changed: the service itself or any part of it. Kept by triggers, so that
-- no writer can forget it.
create table service_modification (
  service_id  uuid primary key references service (id) on delete cascade,
  modified_on timestamptz not null
);
insert into service_modification (service_id, modified_on) select id, changed_on from service;
create index service_modification_time on service_modification (modified_on);

create function note_services(changed uuid[]) returns void language sql as $$
  insert into service_modification as noted (service_id, modified_on)
  select s.id, now() from service s where s.id = any (changed) order by s.id
  on conflict (service_id) do update set modified_on = excluded.modified_on where noted.modified_on < excluded.modified_on
$$;

-- One function for every table that a published service is made of. Its argument says what a row's own ID means, if not
-- a part. Looks rows up by arrays: there are indexes for all of these, and a plan that scans would be slow.
create function service_part_modified() returns trigger language plpgsql as $$
declare
  own text := coalesce(tg_argv[0], '');
  services uuid[]; places uuid[]; combinations uuid[]; people uuid[]; numbers uuid[];
begin
  select array_agg(distinct (j ->> case own when 'service' then 'id' else 'service_id' end)::uuid),
      array_agg(distinct (j ->> case own when 'location' then 'id' else 'location_id' end)::uuid) filter (where own <> 'service_at_location'),
      array_agg(distinct (j ->> 'service_at_location_id')::uuid),
      array_agg(distinct (j ->> 'contact_id')::uuid), array_agg(distinct (j ->> 'phone_id')::uuid)
    into services, places, combinations, people, numbers
    from changed_rows r cross join lateral (select to_jsonb(r) as j) row_of;
  if array_remove(numbers, null) <> '{}' then
    select services || array_agg(service_id), places || array_agg(location_id),
        combinations || array_agg(service_at_location_id), people || array_agg(contact_id)
      into services, places, combinations, people from phone where id = any (numbers);
  end if;
  if array_remove(people, null) <> '{}' then
    select services || array_agg(service_id), places || array_agg(location_id), combinations || array_agg(service_at_location_id)
      into services, places, combinations from directory_contact where id = any (people);
  end if;
  perform note_services(services
    || array(select service_id from service_at_location where location_id = any (places))
    || array(select service_id from service_at_location where id = any (combinations)));
  return null;
end $$;

do $$
declare
  t text;
  own text;
begin
  foreach t in array array['service', 'location', 'service_at_location', 'address', 'directory_contact', 'phone', 'schedule',
    'language', 'accessibility', 'service_area', 'cost_option', 'required_document', 'attribute'] loop
    own := case when t in ('service', 'location', 'service_at_location') then quote_literal(t) else '' end;
    execute format('create trigger modified_insert after insert on %I referencing new table as changed_rows for each statement execute function service_part_modified(%s)', t, own);
    execute format('create trigger modified_update after update on %I referencing new table as changed_rows for each statement execute function service_part_modified(%s)', t, own);
    if t not in ('service', 'location') then
      execute format('create trigger modified_delete after delete on %I referencing old table as changed_rows for each statement execute function service_part_modified(%s)', t, own);
    end if;
  end loop;
end $$;

-- What a service's record shows of its organization, program and categories.
create function service_organization_modified() returns trigger language plpgsql as $$
begin
  perform note_services(array(
    select s.id from after_rows n join before_rows o on o.id = n.id join service s on s.organization_id = n.id
    where (n.name, n.alternate_name, n.description, n.email, n.website, n.year_incorporated, n.legal_status, n.parent_organization_id, n.standing)
      is distinct from (o.name, o.alternate_name, o.description, o.email, o.website, o.year_incorporated, o.legal_status, o.parent_organization_id, o.standing)));
  return null;
end $$;
create trigger service_modified after update on organization referencing old table as before_rows new table as after_rows
  for each statement execute function service_organization_modified();

create function service_program_modified() returns trigger language plpgsql as $$
begin
  perform note_services(array(select s.id from after_rows n join service s on s.program_id = n.id));
  return null;
end $$;
create trigger service_modified after update on program referencing new table as after_rows
  for each statement execute function service_program_modified();

create function service_term_modified() returns trigger language plpgsql as $$
begin
  perform note_services(array(
    select a.service_id from after_rows n join before_rows o on o.id = n.id join attribute a on a.taxonomy_term_id = n.id
    where (n.name, n.code, n.description, n.parent_id) is distinct from (o.name, o.code, o.description, o.parent_id)));
  return null;
end $$;
create trigger service_modified after update on taxonomy_term referencing old table as before_rows new table as after_rows
  for each statement execute function service_term_modified();

-- The words by which the published list of organizations is searched.
create index organization_words on organization
  using gin (to_tsvector('directory', coalesce(name, '') || ' ' || coalesce(alternate_name, '') || ' ' || coalesce(description, '')));
