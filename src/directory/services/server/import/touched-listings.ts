import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import type { Database } from '#platform/server/database.ts'
import { type EntityName, entities, entityNames } from './entities.ts'
import { missingOf } from './removals.ts'

/** A listing that an import adds or changes, or that its source no longer contains. */
export interface TouchedListing {
  act: 'added' | 'changed' | 'missing'
  kind: ListingKind
  id: string
  /** Its identifier in the source. */
  key: string
  name: string | null
  /** What changes of it: columns by their HSDS names, and kinds of parts. */
  fields: string[]
}

const kinds = ['organization', 'service', 'location'] as const
const isKind = (entity: EntityName): entity is ListingKind => (kinds as readonly string[]).includes(entity)
const BATCH = 1000

/** Yields every listing that a run changed, as its changes were noted, in the order of their names. */
export async function tellTouched(
  database: Database,
  given: { runId: string; sourceName: string; covered: Set<EntityName> },
  tell: (listing: TouchedListing) => void,
) {
  await sql`create temporary table if not exists import_touched (kind text, id uuid, field text, primary key (kind, id, field))`.execute(
    database,
  )
  await sql`truncate import_touched`.execute(database)
  const note = (kind: ListingKind, field: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`insert into import_touched select ${kind}, x.id, ${field} from ${from} x (id) where x.id is not null on conflict do nothing`.execute(
      database,
    )
  for (const kind of kinds)
    await note(
      kind,
      sql`''`,
      sql`(select unnest(ids) from import_change where run_id = ${given.runId} and entity = ${kind} and act = 'insert')`,
    )
  await noteColumns(database, given.runId)
  for (const part of entityNames.filter((entity) => entities[entity].isPart))
    for (const { kind, ids } of ownersOfChanged(part, given.runId)) await note(kind, sql.lit(part), sql`(${ids})`)
  for (const act of ['added', 'changed', 'missing'] as const)
    for (const kind of kinds) await tellKind(database, { ...given, act, kind }, tell)
}

/** The columns of listings that are not as before, even if several statements changed them. */
const noteColumns = (database: Database, runId: string) =>
  sql`insert into import_touched
    select entity, id, key from (
      select c.entity, (r.record->>'id')::uuid as id, b.key,
        (array_agg(b.value order by c.id))[1] as was, (array_agg(a.value order by c.id desc))[1] as became
      from import_change c
      cross join lateral jsonb_array_elements(c.records) r (record)
      cross join lateral jsonb_each(r.record->'before') b
      join lateral jsonb_each(r.record->'after') a on a.key = b.key
      where c.run_id = ${runId} and c.act = 'update' and c.entity = any (${[...kinds]}::text[])
      group by 1, 2, 3) net
    where was is distinct from became and key = any (${kinds.flatMap(shownColumns)}::text[])
    on conflict do nothing`.execute(database)

const shownColumns = (kind: ListingKind) => [
  ...Object.keys(entities[kind].columns),
  ...Object.keys(entities[kind].references),
]

/** A category that was guessed comes from no source. */
const own = (part: EntityName, statedBy: RawBuilder<unknown>) =>
  part === 'attribute' ? sql`and ${statedBy} = 'source'` : sql``

/** The listings to which changed parts belong, one statement for each way. */
function ownersOfChanged(part: EntityName, runId: string) {
  const noted = sql`from import_change c where c.run_id = ${runId} and c.entity = ${part}`
  return linksOf(part).flatMap(([column, target]) =>
    ownersOf(
      target,
      sql`select t.${sql.ref(column)} from ${sql.table(part)} t
        where t.id in (select unnest(c.ids) ${noted} and c.act <> 'delete') ${own(part, sql`t.stated_by`)}
        union select (r.record->>${column})::uuid
        from (select jsonb_array_elements(c.records) as record ${noted} and c.act = 'delete') r
        where true ${own(part, sql`r.record->>'stated_by'`)}`,
    ),
  )
}

/** Which services are given at a place is said by the services. */
const linksOf = (part: EntityName) =>
  Object.entries(entities[part].references).filter(
    ([column]) => !(part === 'service_at_location' && column === 'location_id'),
  )

/** @param ids a statement with the identifiers of records of this kind */
function ownersOf(entity: EntityName, ids: RawBuilder<unknown>): { kind: ListingKind; ids: RawBuilder<unknown> }[] {
  if (isKind(entity)) return [{ kind: entity, ids }]
  return linksOf(entity).flatMap(([column, target]) =>
    ownersOf(target, sql`select t.${sql.ref(column)} from ${sql.table(entity)} t where t.id in (${ids})`),
  )
}

interface Told {
  sourceName: string
  covered: Set<EntityName>
  act: TouchedListing['act']
  kind: ListingKind
}

/** What a listing of this kind is called where it has no name of its own. */
const nameOf = (kind: ListingKind) =>
  kind === 'location'
    ? sql`coalesce(t.name, (select a.address_1 from address a where a.location_id = t.id order by a.id limit 1))`
    : sql`t.name`

async function tellKind(
  database: Database,
  { sourceName, covered, act, kind }: Told,
  tell: (listing: TouchedListing) => void,
) {
  const missing = act === 'missing' && covered.has(kind) ? missingOf(kind, sourceName) : null
  if (act === 'missing' && !missing) return
  const touched = sql`(select id, bool_or(field = '') as is_added, array_agg(field order by field) as fields
    from import_touched where kind = ${kind} group by id)`
  const found = missing
    ? sql`select t.id, t.source_key as key, ${nameOf(kind)} as name, '{}'::text[] as fields from ${sql.table(kind)} t where ${missing}`
    : sql`select t.id, coalesce(t.source_key, '') as key, ${nameOf(kind)} as name, case when x.is_added then '{}' else x.fields end as fields
        from ${touched} x join ${sql.table(kind)} t on t.id = x.id where x.is_added = ${act === 'added'}`
  await sql`create temporary table if not exists import_told (number integer primary key, id uuid, key text, name text, fields text[])`.execute(
    database,
  )
  await sql`truncate import_told`.execute(database)
  await sql`insert into import_told select row_number() over (order by name, id), id, key, name, fields from (${found}) f`.execute(
    database,
  )
  for (let after = 0; ; after += BATCH) {
    const { rows } = await sql<Pick<TouchedListing, 'id' | 'key' | 'name' | 'fields'>>`
      select id, key, name, fields from import_told where number > ${after} and number <= ${after + BATCH} order by number`.execute(
      database,
    )
    for (const row of rows) tell({ act, kind, ...row })
    if (rows.length < BATCH) return
  }
}
