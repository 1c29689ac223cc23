-- The categories of a point, within the index of its place: a map of one category read the row of every point in view. A
-- row of an index is short, so a point with very many categories is looked up.
alter table service_point add column shown_terms uuid[] generated always as (case when cardinality(term_ids) <= 100 then term_ids end) stored;
drop index service_point_cell;
create index service_point_cell on service_point (qx, qy) include (service_id, location_id, hours_kind, shown_terms);

-- Reading only the index needs to know which pages everybody sees, which rewriting the table forgot: enough rows change
-- for the next automatic vacuum, which comes more often from now on.
alter table service_point set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table service_point disable trigger user;
update service_point set is_approximate = is_approximate where left(service_id::text, 2) < '08';
alter table service_point enable trigger user;
