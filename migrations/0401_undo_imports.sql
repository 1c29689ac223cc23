-- What an import from the screen changed, so that it can be undone: one row for each statement, written by triggers while
-- the session has `hearthline.import_run`.
create table import_change (
  id          bigint generated always as identity primary key,
  run_id      uuid not null,
  source_name text not null,
  entity      text not null,
  act         text not null check (act in ('insert', 'update', 'delete')),
  ids         uuid[] not null,
  -- Of an update: for each record its `id`, and the changed columns `before` and `after`. Of a delete: the records.
  records     jsonb,
  changed_on  timestamptz(3) not null default now(),
  -- Once it is undone: how many of its records were, and how many stay because people changed or use them.
  undone      integer,
  kept        integer
);
create index import_change_run on import_change (run_id, id);
create index import_change_source on import_change (source_name);
create index import_change_old on import_change (changed_on);

create function note_import_change() returns trigger language plpgsql as $$
declare
  run uuid := current_setting('hearthline.import_run')::uuid;
  source text := current_setting('hearthline.import_source');
begin
  if tg_op = 'INSERT' then
    insert into import_change (run_id, source_name, entity, act, ids)
    select run, source, tg_table_name, 'insert', array_agg(r.id) from after_rows r having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into import_change (run_id, source_name, entity, act, ids, records)
    select run, source, tg_table_name, 'delete', array_agg(r.id), jsonb_agg(to_jsonb(r)) from before_rows r having count(*) > 0;
  else
    insert into import_change (run_id, source_name, entity, act, ids, records)
    select run, source, tg_table_name, 'update', array_agg(d.id), jsonb_agg(jsonb_build_object('id', d.id, 'before', d.was, 'after', d.became))
    from (
      select b.id, jsonb_object_agg(o.key, o.value) as was, jsonb_object_agg(o.key, n.value) as became
      from before_rows b join after_rows a on a.id = b.id
      cross join lateral jsonb_each(to_jsonb(b)) o
      join lateral jsonb_each(to_jsonb(a)) n on n.key = o.key and n.value is distinct from o.value
      where o.key not in ('version', 'changed_on')
      group by b.id) d
    having count(*) > 0;
  end if;
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['organization', 'program', 'location', 'service', 'service_at_location', 'address', 'directory_contact',
    'phone', 'schedule', 'language', 'accessibility', 'service_area', 'cost_option', 'required_document', 'attribute', 'taxonomy_term']
  loop
    execute format($f$create trigger import_insert after insert on %I referencing new table as after_rows
      for each statement when (current_setting('hearthline.import_run', true) <> '') execute function note_import_change()$f$, name);
    execute format($f$create trigger import_update after update on %I referencing old table as before_rows new table as after_rows
      for each statement when (current_setting('hearthline.import_run', true) <> '') execute function note_import_change()$f$, name);
    execute format($f$create trigger import_delete after delete on %I referencing old table as before_rows
      for each statement when (current_setting('hearthline.import_run', true) <> '') execute function note_import_change()$f$, name);
  end loop;
end
$$;

alter table import_run drop constraint import_run_state_check;
alter table import_run add constraint import_run_state_check
  check (state in ('receiving', 'checking', 'checked', 'applying', 'applied', 'discarded', 'failed', 'undoing', 'undone'));
drop index import_run_busy;
create unique index import_run_busy on import_run (source_name) where state in ('checking', 'applying', 'undoing');
-- What undoing it did: records undone, and those that stay.
alter table import_run add column undo_report jsonb;
