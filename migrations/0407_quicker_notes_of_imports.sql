-- Notes what an import changes of a record by reading it once, not once for each of its columns.
create or replace function note_import_change() returns trigger language plpgsql as $$
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
    with was as materialized (select b.id, to_jsonb(b) as row from before_rows b),
      became as materialized (select a.id, to_jsonb(a) as row from after_rows a),
      -- Sorted, because nobody knows how many there are.
      both_rows as materialized (select id, (array_agg(row order by at))[1] as was, (array_agg(row order by at))[2] as became
        from (select id, row, 1 as at from was union all select id, row, 2 from became) r group by id)
    select run, source, tg_table_name, 'update', array_agg(d.id), jsonb_agg(jsonb_build_object('id', d.id, 'before', c.was, 'after', c.became))
    from both_rows d
    cross join lateral (
      select jsonb_object_agg(o.key, o.value) as was, jsonb_object_agg(o.key, d.became -> o.key) as became
      from jsonb_each(d.was) o
      where o.value is distinct from d.became -> o.key and o.key not in ('version', 'changed_on')) c
    where c.was is not null
    having count(*) > 0;
  end if;
  return null;
end
$$;
