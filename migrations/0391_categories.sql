-- Data managers edit categories: names in both languages, the need that each belongs to, its place in the tree, synonyms.
alter table taxonomy_term
  add column name_es text,
  -- Null: that of the category above.
  add column need text check (need in (
    'food-insecurity',
    'homelessness',
    'housing-instability',
    'inadequate-housing',
    'utility-insecurity',
    'transportation-insecurity',
    'financial-insecurity',
    'material-hardship',
    'employment-status',
    'educational-attainment',
    'health-insurance-coverage-status',
    'medical-cost-burden',
    'personal-health-literacy',
    'stress',
    'social-connection',
    'intimate-partner-violence',
    'elder-abuse',
    'digital-access',
    'digital-literacy',
    'language-access',
    'veteran-status',
    'incarceration-status',
    'immigration',
    'legal-help',
    'child-care',
    'disability',
    'diapers',
    'sdoh-category-unspecified')),
  -- No longer offered. A category is never deleted: imports and other directories know it.
  add column retired_on timestamptz,
  -- The category that has its listings now, and gets those that an import puts into this one.
  add column merged_into uuid references taxonomy_term,
  -- What its source calls it and where it stands there: so an import finds it after it was renamed or moved.
  add column imported_name text,
  add column imported_parent_id uuid references taxonomy_term,
  -- 0: its Spanish name and need are still to be filled in, once, from the files of the product.
  add column version integer not null default 1,
  add column edited_on timestamptz,
  add check (merged_into is null or retired_on is not null),
  add check (merged_into <> id);
update taxonomy_term set imported_name = name, imported_parent_id = parent_id where source_name is not null;
update taxonomy_term set version = 0 where source_name = 'open-eligibility';
create index taxonomy_term_merged on taxonomy_term (merged_into) where merged_into is not null;

-- The phrases of one meaning may be the synonyms of a category; its own names are then among them.
alter table search_synonym
  add column language text not null default 'en' check (language in ('en', 'es')),
  add column taxonomy_term_id uuid references taxonomy_term,
  add column is_name boolean not null default false;
alter table search_synonym alter column language drop default;
update search_synonym set language = 'es' where phrase in ('despensa', 'comida', 'alimentos', 'vivienda', 'alojamiento', 'alquiler',
  'renta', 'refugio', 'desalojo', 'abogado', 'inmigracion', 'medico', 'consejeria', 'guarderia', 'trabajo', 'empleo', 'transporte',
  'panales', 'ropa');
-- One phrase may mean several things.
alter table search_synonym drop constraint search_synonym_pkey;
alter table search_synonym add primary key (meaning, language, phrase);
create index search_synonym_category on search_synonym (taxonomy_term_id);

-- A category that moves takes those below along.
create function taxonomy_term_moved() returns trigger language plpgsql as $$
begin
  update taxonomy_term set path_ids = new.path_ids || path_ids[array_position(path_ids, new.id) + 1:]
  where new.id = any (path_ids) and id <> new.id;
  return null;
end $$;
create trigger taxonomy_term_moved after update of parent_id on taxonomy_term for each row
  when (old.path_ids is distinct from new.path_ids) execute function taxonomy_term_moved();

-- The search finds a service by the names of its categories, and by all categories above them.
create function directory_term_changed() returns trigger language plpgsql as $$
begin
  perform service_search_changed((
    select array_agg(distinct a.service_id)
    from after_rows n join before_rows o on o.id = n.id join attribute a on a.taxonomy_term_id = n.id
    where (n.name, n.path_ids) is distinct from (o.name, o.path_ids)));
  return null;
end $$;
create trigger search_update after update on taxonomy_term referencing old table as before_rows new table as after_rows
  for each statement execute function directory_term_changed();
