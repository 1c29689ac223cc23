-- An organization whose name its source does not give is never shown under the name of one of its places or services.

-- Whoever claimed one has seen its name since.
update organization set is_stand_in = false where is_stand_in and standing <> 'listed';

-- A stored name that says nothing is not searched. The rest of the function stays as it is.
do $$
declare definition text := pg_get_functiondef('refresh_service_search(uuid[])'::regprocedure);
begin
  definition := replace(definition, 'concat_ws('' '', o.name, o.alternate_name', 'concat_ws('' '', case when not o.is_stand_in then o.name end, o.alternate_name');
  definition := replace(definition, 's.alternate_name, o.name, s.keywords', 's.alternate_name, case when not o.is_stand_in then o.name end, s.keywords');
  execute definition;
end $$;

create temporary table borrowed_name on commit drop as select distinct word
  from organization, regexp_split_to_table(lower(unaccent(name)), '[^a-z]+') as word where is_stand_in and length(word) between 4 and 30;
update organization set name = 'Provider not named (' || left(concat_ws(' ', source_name, source_key), 170) || ')', changed_on = now(), version = version + 1
  where is_stand_in;
-- The speller no longer suggests words that only the borrowed names had.
delete from search_word s using borrowed_name b where s.word = b.word and not any_service_has(plainto_tsquery('directory', b.word));
