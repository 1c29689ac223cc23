import { sql } from 'kysely'
import { isFieldEdited, isInMerge } from '#directory/listings/server/listings-public.ts'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { usesOf } from '../listing-uses.ts'
import { readNewAreas } from '../read-new-areas.ts'
import { refreshSearch } from '../refresh-search.ts'
import { lookForDuplicates } from './after-import.ts'
import { isPartEdited, isRowOfNamed, listingKindOf, recordUpdates } from './edited-fields.ts'
import { type EntityName, entities } from './entities.ts'
import { PartChanges, partLinks } from './part-changes.ts'

type TermEntity = 'taxonomy' | 'taxonomy_term'
type Entity = EntityName | TermEntity
const isOfTerms = (entity: Entity): entity is TermEntity => entity === 'taxonomy' || entity === 'taxonomy_term'
interface Change {
  id: number
  entity: Entity
  act: 'insert' | 'update' | 'delete'
}

export interface UndoRequest {
  runId: string
  sourceName: string
  onProgress?: (progress: { done: number; of: number }) => void
  /** Stops between two steps; the next call continues. */
  signal?: AbortSignal
}

/** Records that were undone, and records that stay because people edited or use them. */
export interface UndoReport {
  undone: number
  kept: number
}

/**
 * Undoes what an import changed, the last change first. What people edited since stays, and so does a new listing that
 * they edited or merged, or that other records of the portal refer to. Each step is a transaction and is marked as done: after a
 * crash the next call continues.
 */
export const undoImport = (database: Database, request: UndoRequest): Promise<UndoReport> =>
  database.connection().execute(async (connection) => {
    const lock = `import ${request.sourceName}`
    await sql`select pg_advisory_lock(hashtextextended(${lock}, 0))`.execute(connection)
    try {
      await sql`create temporary table if not exists import_seen (
        id uuid primary key, file text, line integer, is_new boolean not null default false)`.execute(connection)
      await sql`create temporary table if not exists import_added (id uuid primary key)`.execute(connection)
      await sql`truncate import_seen, import_added`.execute(connection)
      await sql`select set_config('hearthline.search_later', 'on', false)`.execute(connection)
      await findKept(connection, request.runId)
      await undoChanges(connection, request)
      await refreshSearch(connection)
      await readNewAreas(connection)
      await lookForDuplicates(connection)
      return readReport(connection, request.runId)
    } finally {
      await sql`select set_config('hearthline.search_later', 'off', false)`.execute(connection).catch(() => undefined)
      await sql`select pg_advisory_unlock(hashtextextended(${lock}, 0))`.execute(connection).catch(() => undefined)
    }
  })

async function readReport(connection: Database, runId: string): Promise<UndoReport> {
  const { rows } = await sql<UndoReport>`
    select coalesce(sum(undone), 0)::integer as undone, coalesce(sum(kept), 0)::integer as kept
    from import_change where run_id = ${runId}`.execute(connection)
  return rows[0] ?? { undone: 0, kept: 0 }
}

/**
 * New services go first, with all their parts. Places, organizations and categories go last, when nothing refers to them
 * any more.
 */
async function undoChanges(connection: Database, { runId, onProgress, signal }: UndoRequest) {
  const { rows } = await sql<Change>`
    select id, entity, act from import_change where run_id = ${runId} and undone is null
    order by case when act <> 'insert' then 1 when entity = 'service' then 0
      when entity in ('location', 'program', 'organization', 'taxonomy_term') then 2 when entity = 'taxonomy' then 3 else 1 end, id desc`.execute(
    connection,
  )
  for (const [done, change] of rows.entries()) {
    signal?.throwIfAborted()
    onProgress?.({ done, of: rows.length })
    await connection.transaction().execute((transaction) => undoChange(transaction, change))
  }
}

const acts = { insert: removeAdded, update: restoreChanged, delete: restoreRemoved }

async function undoChange(database: Database, change: Change) {
  const parts = new PartChanges(database)
  if (change.entity in partLinks) await watchParts(database, parts, change)
  const undone = await acts[change.act](database, change)
  await parts.record('undo')
  await sql`update import_change set undone = ${undone}, kept = cardinality(ids) - ${undone} where id = ${change.id}`.execute(
    database,
  )
}

/** Remembers the listings to which the parts of this change belong, or belong again. */
async function watchParts(database: Database, parts: PartChanges, { id, entity }: Change) {
  const columns = ['service_id', 'service_at_location_id', 'location_id', 'organization_id', 'contact_id']
  const links = sql.join(columns.map((link) => sql`r ->> ${sql.lit(link)}`))
  const { rows } = await sql<{ id: string; owners: string[] }>`
    select i.id, coalesce((select array_remove(array[${links}], null) from jsonb_array_elements(c.records) r
      where c.act = 'delete' and r ->> 'id' = i.id::text), '{}') as owners
    from import_change c cross join unnest(c.ids) as i (id) where c.id = ${id}`.execute(database)
  await parts.watch(entity as EntityName, rows)
}

/** Whether no person edited what the row `t` of a part belongs to. */
function isFree(entity: Entity) {
  const references = isOfTerms(entity) ? {} : entities[entity].references
  const conditions = Object.entries(references).flatMap(([column, target]) => {
    const edited = isPartEdited(entity as EntityName, target, 'o')
    return edited
      ? [
          sql`and not exists (select from ${sql.table(target)} o where o.id = ${sql.ref(`t.${column}`)} and ${isRowOfNamed(entity as EntityName, column)} and ${edited})`,
        ]
      : []
  })
  return sql.join(conditions, sql` `)
}

/** What still refers to a record, and therefore keeps it. */
const users: Partial<Record<Entity, [table: string, column: string][]>> = {
  location: [
    ['service_at_location', 'location_id'],
    ['service_at_location', 'source_location_id'],
    ['location', 'merged_into'],
  ],
  program: [['service', 'program_id']],
  organization: [
    ['service', 'organization_id'],
    ['location', 'organization_id'],
    ['program', 'organization_id'],
    ['service', 'source_organization_id'],
    ['location', 'source_organization_id'],
    ['program', 'source_organization_id'],
  ],
  taxonomy: [['taxonomy_term', 'taxonomy_id']],
  taxonomy_term: [
    ['attribute', 'taxonomy_term_id'],
    ['taxonomy_term', 'parent_id'],
    ['taxonomy_term', 'imported_parent_id'],
    ['taxonomy_term', 'merged_into'],
    ['search_synonym', 'taxonomy_term_id'],
  ],
}

async function removeAdded(database: Database, { id, entity }: Change) {
  const references = isOfTerms(entity) ? {} : entities[entity].references
  const isPart = !isOfTerms(entity) && entities[entity].isPart
  const ofKept = isPart
    ? Object.keys(references).map(
        (column) => sql`and not exists (select from import_kept k where k.id = ${sql.ref(`t.${column}`)})`,
      )
    : []
  const unused = (users[entity] ?? []).map(
    ([table, column]) => sql`and not exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = t.id)`,
  )
  const { rows } = await sql<{ removed: number; present: number }>`
    with added as (select unnest(ids) as id from import_change where id = ${id}),
    present as (select count(*) as count from ${sql.table(entity)} t where t.id in (select id from added)),
    gone as (
      delete from ${sql.table(entity)} t where t.id in (select id from added)
        and not exists (select from import_kept k where k.id = t.id)
        ${sql.join([...ofKept, ...unused], sql` `)} ${isFree(entity)} returning 1)
    select (select count(*) from gone)::integer as removed, (select count from present)::integer as present,
      (select count(*) from added)::integer as added`.execute(database)
  const { removed = 0, present = 0 } = rows[0] ?? {}
  const { rows: all } = await sql<{
    count: number
  }>`select cardinality(ids) as count from import_change where id = ${id}`.execute(database)
  // What is not there any more went with the record to which it belonged.
  return (all[0]?.count ?? 0) - (present - removed)
}

async function columnsOf(database: Database, entity: Entity) {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute where attrelid = ${entity}::regclass and attnum > 0
      and not attisdropped and attgenerated = '' and attidentity = ''`.execute(database)
  return rows.map(({ name }) => name)
}

const list = (names: string[], table?: string) =>
  sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))

/** Puts the former values back where they are as the import left them. */
async function restoreChanged(database: Database, { id, entity }: Change) {
  const all = await columnsOf(database, entity)
  const columns = all.filter((name) => !['id', 'version', 'changed_on'].includes(name))
  const kind = isOfTerms(entity) ? null : listingKindOf(entity)
  const isVersioned = all.includes('version') && all.includes('changed_on')
  const { rows } = await sql<{ was: Record<string, unknown>; row: Record<string, unknown> }>`
    with change as (
      select (r ->> 'id')::uuid as id, r -> 'before' as before, r -> 'after' as after
      from import_change c cross join jsonb_array_elements(c.records) r where c.id = ${id}
    ), present as (
      select t.id, to_jsonb(t) as now, c.before, c.after from change c join ${sql.table(entity)} t on t.id = c.id
      where true ${isFree(entity)} ${entity === 'organization' ? sql`and t.standing = 'listed'` : sql``}
      order by t.id for update of t
    ), wanted as (
      select p.id, p.now, p.now || coalesce((
        select jsonb_object_agg(b.key, b.value) from jsonb_each(p.before) b where p.now -> b.key = p.after -> b.key), '{}') as row
      from present p
    )
    update ${sql.table(entity)} t set (${list(columns)}) = (
        select ${list(columns, 'r')} from jsonb_populate_record(null::${sql.table(entity)}, w.row) r)
        ${isVersioned ? sql`, version = t.version + 1, changed_on = now()` : sql``}
    from wanted w where t.id = w.id and w.row <> w.now
    returning w.now as was, to_jsonb(t) as row`.execute(database)
  if (kind) {
    const present = new Map(rows.map(({ was }) => [String(was.id), was]))
    await recordUpdates(database, kind, columns, present, rows, 'undo')
  }
  return rows.length
}

/** Brings removed parts back, unless somebody edited or removed what they belong to. */
async function restoreRemoved(database: Database, { id, entity }: Change) {
  const columns = await columnsOf(database, entity)
  const references = isOfTerms(entity) ? {} : entities[entity].references
  const isThere = Object.entries(references).map(
    ([column, target]) => sql`and (t.${sql.ref(column)} is null
      or exists (select from ${sql.table(target)} o where o.id = t.${sql.ref(column)}))`,
  )
  const result = await sql`
    insert into ${sql.table(entity)} (${list(columns)})
    select ${list(columns, 't')} from import_change c cross join jsonb_populate_recordset(null::${sql.table(entity)}, c.records) t
    where c.id = ${id} ${sql.join(isThere, sql` `)} ${isFree(entity)}
    on conflict do nothing`.execute(database)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Fills `import_kept` with the new listings that stay, and with what belongs to them, and `import_added` with the new
 * organizations and places that go.
 */
async function findKept(database: Database, runId: string) {
  await sql`create temporary table if not exists import_kept (id uuid primary key)`.execute(database)
  await sql`truncate import_kept`.execute(database)
  const added = (entity: string) =>
    sql`(select unnest(ids) from import_change where run_id = ${runId} and entity = ${entity} and act = 'insert')`
  const isEdited = (kind: 'service' | 'organization' | 'location') =>
    isFieldEdited(kind, sql.ref('t.id'), sql.ref('edited.field'))
  const keep = (from: ReturnType<typeof sql>) =>
    sql`insert into import_kept ${from} on conflict do nothing`.execute(database)
  await keep(sql`select t.id from service t where t.id in ${added('service')}
    and (t.edited_on is not null or ${isEdited('service')} or ${isInMerge('service', sql.ref('t.id'))} ${await usesOf(database, 'service')})`)
  await keep(sql`select t.id from location t where t.id in ${added('location')}
    and (t.edited_on is not null or t.is_confidential or ${isEdited('location')} or ${isInMerge('location', sql.ref('t.id'))} ${await usesOf(database, 'location')})`)
  await keep(sql`select t.id from ${organizationProfiles.as('t')} where t.id in ${added('organization')}
    and (t.standing <> 'listed' or ${isEdited('organization')} ${await usesOf(database, 'organization')})`)
  // What somebody added here since may use them too, for example a service that is given at a new place.
  for (const entity of ['location', 'program', 'organization'] as const)
    for (const [table, column] of users[entity] ?? [])
      await keep(sql`select u.${sql.ref(column)} from ${sql.table(table)} u where u.${sql.ref(column)} in ${added(entity)}
        and not exists (select from (select unnest(ids) as id from import_change
          where run_id = ${runId} and entity = ${table} and act <> 'delete') own where own.id = u.id)`)
  const isKept = (column: string) => sql`exists (select from import_kept k where k.id = ${sql.ref(column)})`
  await keep(sql`select t.id from service_at_location t where ${isKept('t.service_id')}`)
  await keep(sql`select t.location_id from service_at_location t where ${isKept('t.id')}`)
  await keep(sql`select t.organization_id from service t where ${isKept('t.id')}`)
  await keep(sql`select t.organization_id from location t where t.organization_id is not null and ${isKept('t.id')}`)
  for (const owned of ['service', 'location', 'program'])
    await keep(
      sql`select t.source_organization_id from ${sql.table(owned)} t where t.source_organization_id is not null and ${isKept('t.id')}`,
    )
  await keep(sql`select t.program_id from service t where t.program_id is not null and ${isKept('t.id')}`)
  const owners = ['service_id', 'location_id', 'service_at_location_id', 'organization_id'].map((column) =>
    isKept(`t.${column}`),
  )
  await keep(sql`select t.id from directory_contact t where ${sql.join(owners, sql` or `)}`)
  await keep(sql`select t.id from phone t where ${sql.join([...owners, isKept('t.contact_id')], sql` or `)}`)
  // A new listing that goes has no history of how it lost its parts; new services go first, with theirs.
  for (const entity of ['organization', 'location'])
    await sql`insert into import_added select n.id from ${added(entity)} as n (id)
      where not exists (select from import_kept k where k.id = n.id) on conflict do nothing`.execute(database)
}
