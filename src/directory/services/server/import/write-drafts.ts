import { type RawBuilder, sql } from 'kysely'
import { isImportable, recordSourceAddresses } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type Counts, type Draft, importedId, type Place, type Remark, repeated, sourceKeyOf } from './draft.ts'
import { isOfNamed, isPartEdited, keepEditedFields, listingKindOf, recordUpdates } from './edited-fields.ts'
import { type EntityName, entities, entityNames } from './entities.ts'
import { findReturned } from './find-returned.ts'
import { nearestLinks, PartChanges, partLinks } from './part-changes.ts'
import { standInForMissing } from './stand-in-organizations.ts'

export interface WriteContext {
  sourceName: string
  counts: Record<EntityName, Counts>
  refuse: (remark: Remark) => void
  warn: (remark: Remark) => void
  /**
   * Contacts, their numbers and programs that were not written, because people edited those of their listing; of each,
   * the organization that it names.
   */
  leftOut: Map<string, string | null>
}

/** A record with all references resolved. */
interface Row {
  draft: Draft
  id: string
  key: string
  cells: Record<string, unknown>
}

/** Writes records and counts new, changed and unchanged ones. Those that cannot be written are reported and skipped. */
export async function writeDrafts(database: Database, drafts: Draft[], context: WriteContext) {
  const parts = new PartChanges(database)
  let hasWrittenParts = false
  for (const entity of entityNames) {
    const strange = await leaveReturned(
      database,
      entity,
      drafts.filter((d) => d.entity === entity && !d.isRefused),
      context,
    )
    const mine = strange.filter((d) => !refuseIncomplete(d, context))
    if (!mine.length) continue
    await parts.watch(entity, partRows(entity, mine, context.sourceName))
    const written = await writeEntity(database, entity, mine, context)
    if (entity in partLinks && written > 0) hasWrittenParts = true
  }
  if (hasWrittenParts) await parts.record()
  // A record whose row is broken today has not been deleted.
  const broken = drafts
    .filter((d) => d.isRefused && d.key !== null)
    .map((d) => ({ id: importedId(context.sourceName, d.entity, sourceKeyOf(d)), ...d.place }))
  if (broken.length)
    await sql`insert into import_seen (id, file, line)
      select id, file, line from jsonb_to_recordset(${JSON.stringify(broken)}::jsonb) as r(id uuid, file text, line integer) on conflict do nothing`.execute(
      database,
    )
}

/** What comes back under the identifier that it has here is left as it is. @returns the other records */
async function leaveReturned(database: Database, entity: EntityName, drafts: Draft[], context: WriteContext) {
  const returned = await findReturned(
    database,
    entity,
    drafts.flatMap(({ key }) => key ?? []),
  )
  if (!returned.size) return drafts
  const others = drafts.filter(({ key }) => key === null || !returned.has(key))
  context.counts[entity].unchanged += drafts.length - others.length
  return others
}

const partRows = (entity: EntityName, drafts: Draft[], sourceName: string) => {
  const columns = partLinks[entity] ?? []
  if (!columns.length) return []
  return drafts.map((draft) => ({
    id: importedId(sourceName, entity, sourceKeyOf(draft)),
    owners: nearestLinks(columns, (column) => draft.references[column] !== undefined).flatMap((column) => {
      const link = draft.references[column]
      return link ? [importedId(sourceName, entities[entity].references[column] ?? '', keyOf(link))] : []
    }),
  }))
}

function refuse(draft: Draft, reason: string, context: WriteContext) {
  draft.isRefused = true
  // What depends on a refused record of the same row is not reported again.
  if (!draft.parent?.isRefused) context.refuse({ ...draft.place, reason })
  return true
}

function refuseIncomplete(draft: Draft, context: WriteContext) {
  const { needed, owners } = entities[draft.entity]
  const has = (column: string) => (draft.values[column] ?? draft.references[column] ?? draft.ids[column]) !== undefined
  if (draft.parent?.isRefused) return refuse(draft, '', context)
  const missing = needed.find((column) => !has(column))
  if (missing) return refuse(draft, `${missing} is empty`, context)
  if (draft.entity === 'service' && !has('organization_id') && !has('program_id') && !draft.organizationOf?.length)
    return refuse(draft, 'organization_id is empty', context)
  return owners.length > 0 && !owners.some(has)
    ? refuse(draft, `none of ${owners.join(', ')} is filled`, context)
    : false
}

const keyOf = (link: string | Draft) => (typeof link === 'string' ? link : sourceKeyOf(link))

/** @returns how many records are new or changed */
async function writeEntity(database: Database, entity: EntityName, drafts: Draft[], context: WriteContext) {
  if (entity === 'service') await findOrganizations(database, drafts, context)
  if ('organization_id' in entities[entity].references && 'name' in entities[entity].columns)
    await standInForMissing(database, drafts, context)
  const kept = await checkReferences(database, entity, drafts, context)
  const rows = drafts
    .filter((d) => !d.isRefused)
    .map((draft): Row => {
      const key = sourceKeyOf(draft)
      const links = Object.entries(draft.references).map(([column, link]) => [
        column,
        importedId(context.sourceName, entities[entity].references[column] ?? '', keyOf(link)),
      ])
      return {
        draft,
        key,
        id: importedId(context.sourceName, entity, key),
        cells: { ...draft.values, ...draft.more, ...Object.fromEntries(links), ...draft.ids },
      }
    })
  const fresh = await firstTimeSeen(database, entity, rows, context)
  const writable = fresh.filter((row) => !kept.has(row.draft))
  const { inserted, updated } = await upsert(database, entity, writable, context)
  const counts = context.counts[entity]
  counts.inserted += inserted
  counts.updated += updated
  counts.unchanged += fresh.filter((r) => !r.draft.isRefused).length - inserted - updated
  return inserted + updated
}

/** A service whose row names no organization belongs to that of its location or program. */
async function findOrganizations(database: Database, drafts: Draft[], context: WriteContext) {
  const lost = drafts.filter((d) => !d.references.organization_id)
  if (!lost.length) return
  const places = (d: Draft) => (d.organizationOf ?? []).map((key) => importedId(context.sourceName, 'location', key))
  const program = (d: Draft) =>
    d.references.program_id ? importedId(context.sourceName, 'program', keyOf(d.references.program_id)) : null
  const ids = lost.flatMap((d) => [...places(d), program(d)]).filter((id) => id !== null)
  const found = await sql<{ id: string; organizationId: string }>`
    select id, coalesce(source_organization_id, organization_id) as organization_id from location where id = any (${ids}::uuid[]) and coalesce(source_organization_id, organization_id) is not null
    union all select id, coalesce(source_organization_id, organization_id) from program where id = any (${ids}::uuid[])`.execute(
    database,
  )
  const organizations = new Map<string, string | null>(found.rows.map((r) => [r.id, r.organizationId]))
  for (const id of ids) if (!organizations.has(id)) organizations.set(id, context.leftOut.get(id) ?? null)
  for (const draft of lost) {
    const id = [...places(draft), program(draft)].map((p) => organizations.get(p ?? '')).find((o) => o)
    if (id) draft.ids.organization_id = id
    else
      refuse(
        draft,
        `organization_id is empty, and ${draft.organizationOf?.length ? `location_id "${draft.organizationOf[0]}"` : 'the program'} is not known`,
        context,
      )
  }
}

/** What others name, and may not be written although nothing is wrong with it. */
const leavable: readonly EntityName[] = ['directory_contact', 'phone', 'program']

/**
 * Refuses records with missing references.
 * @returns those that belong to a field which its organization edited since: they are not written
 */
async function checkReferences(
  database: Database,
  entity: EntityName,
  drafts: Draft[],
  context: WriteContext,
): Promise<Set<Draft>> {
  const kept = new Set<Draft>()
  for (const [column, target] of Object.entries(entities[entity].references)) {
    const linked = drafts.filter((d) => d.references[column] && !d.isRefused)
    if (!linked.length) continue
    const idOf = (d: Draft) => importedId(context.sourceName, target, keyOf(d.references[column] ?? ''))
    const edited = isPartEdited(entity, target, target) ?? sql`false`
    const found = await sql<{
      id: string
      isEdited: boolean
    }>`select id, ${edited} as is_edited from ${sql.table(target)} where id = any (${linked.map(idOf)}::uuid[])`.execute(
      database,
    )
    const known = new Map(found.rows.map((r) => [r.id, r.isEdited]))
    for (const draft of linked) {
      const isEdited = known.get(idOf(draft))
      if (isEdited === undefined && context.leftOut.has(idOf(draft))) {
        // A service comes without a program that people do not want; the number of somebody to ask for, and its language, do not.
        if (target === 'program') delete draft.references[column]
        else kept.add(draft)
        continue
      }
      if (isEdited === undefined)
        refuse(draft, `${column} "${String(keyOf(draft.references[column] ?? '')).slice(0, 80)}" is not known`, context)
      else if (isEdited && isOfNamed(entity, column, (name) => draft.references[name] !== undefined)) kept.add(draft)
    }
  }
  if (leavable.includes(entity))
    for (const draft of kept) {
      const organization = draft.references.organization_id
      context.leftOut.set(
        importedId(context.sourceName, entity, sourceKeyOf(draft)),
        organization ? importedId(context.sourceName, 'organization', keyOf(organization)) : null,
      )
    }
  return kept
}

/** Records which records the source contains; one already seen in this import is not written again. */
async function firstTimeSeen(
  database: Database,
  entity: EntityName,
  rows: Row[],
  context: WriteContext,
): Promise<Row[]> {
  const first = new Map<string, Row>()
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row)
  const ids = [...first.keys()]
  if (!ids.length) return []
  const placesOf = (part: 'file' | 'line') => [...first.values()].map(({ draft }) => draft.place[part])
  const noted = await sql<{
    id: string
  }>`insert into import_seen (id, file, line)
    select * from unnest(${ids}::uuid[], ${placesOf('file')}::text[], ${placesOf('line')}::integer[]) on conflict do nothing returning id`.execute(
    database,
  )
  const isNew = new Set(noted.rows.map((r) => r.id))
  const again = rows.filter((row) => !(isNew.has(row.id) && first.get(row.id) === row))
  const { rows: seen } = await sql<Place & { id: string }>`
    select id, file, line from import_seen where id = any (${again.map((row) => row.id)}::uuid[])`.execute(database)
  const firstPlace = new Map(seen.map((place) => [place.id, place]))
  for (const row of again) {
    const before = firstPlace.get(row.id)
    if (row.draft.key !== null && !row.draft.parent && before)
      refuse(row.draft, repeated(row.draft.key, before), context)
    else context.counts[entity].unchanged += 1
  }
  return [...first.values()].filter((r) => isNew.has(r.id))
}

const untouched: Partial<Record<EntityName, RawBuilder<unknown>>> = {
  organization: isImportable,
  service: sql`true`,
  location: sql`location.edited_on is null`,
}

/** Columns that no cell fills. */
const more: Partial<Record<EntityName, string[]>> = {
  attribute: ['taxonomy_term_id'],
  schedule: ['is_understood', 'source_location_id'],
  service_at_location: ['source_location_id'],
  service: ['status_said', 'source_organization_id'],
  // Filled by the database (decision 0315).
  program: ['source_organization_id'],
  location: ['source_organization_id'],
  directory_contact: ['source_organization_id'],
  // The real organization replaces its placeholder.
  organization: ['is_stand_in'],
}

function columnsOf(entity: EntityName) {
  const { columns, references } = entities[entity]
  return [...Object.keys(columns), ...Object.keys(references), ...(more[entity] ?? [])]
}

/** Default values of columns that may not be null. */
const defaults: Partial<Record<EntityName, Record<string, unknown>>> = {
  organization: { is_stand_in: false },
  schedule: { is_holiday: false, is_yearly: false, is_understood: true },
  phone: { type: 'voice' },
  location: { location_type: 'physical' },
}

async function upsert(
  database: Database,
  entity: EntityName,
  rows: Row[],
  context: WriteContext,
): Promise<{ inserted: number; updated: number }> {
  if (!rows.length) return { inserted: 0, updated: 0 }
  await sql`savepoint batch`.execute(database)
  try {
    const written = await upsertAtOnce(database, entity, rows, context.sourceName)
    await sql`release savepoint batch`.execute(database)
    return written
  } catch (error) {
    await sql`rollback to savepoint batch`.execute(database)
    if (rows.length === 1 && rows[0]) {
      refuse(rows[0].draft, databaseReason(error), context)
      return { inserted: 0, updated: 0 }
    }
    // One row of the batch is invalid: bisect to find it.
    const half = Math.ceil(rows.length / 2)
    const [a, b] = [
      await upsert(database, entity, rows.slice(0, half), context),
      await upsert(database, entity, rows.slice(half), context),
    ]
    return { inserted: a.inserted + b.inserted, updated: a.updated + b.updated }
  }
}

/** Only an invalid value makes a row bad; other errors, such as a lost connection, end the import. */
function databaseReason(error: unknown) {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (!/^(22|23)/.test(code)) throw error
  return `the database refused the row: ${message.split('\n')[0]}`
}

async function upsertAtOnce(database: Database, entity: EntityName, rows: Row[], sourceName: string) {
  const columns = columnsOf(entity)
  const list = (names: string[], table?: string) =>
    sql.join(names.map((n) => (table ? sql.ref(`${table}.${n}`) : sql.ref(n))))
  const kind = listingKindOf(entity)
  const present = kind ? await keepEditedFields(database, kind, rows, columns) : null
  const records = JSON.stringify(
    rows.map((r) => ({ ...defaults[entity], ...r.cells, id: r.id, source_name: sourceName, source_key: r.key })),
  )
  const stamp = entity in untouched && sql`, changed_on = now(), version = ${sql.ref(`${entity}.version`)} + 1`
  const result = await sql<{ id: string; isNew: boolean; row: Record<string, unknown> | null }>`
    insert into ${sql.table(entity)} (${list(['id', 'source_name', 'source_key', ...columns])})
    select ${list(['id', 'source_name', 'source_key', ...columns])} from jsonb_populate_recordset(null::${sql.table(entity)}, ${records}::jsonb)
    on conflict (id) do update set ${sql.join(columns.map((c) => sql`${sql.ref(c)} = ${sql.ref(`excluded.${c}`)}`))}${stamp || sql``}
    where (${list(columns, entity)}) is distinct from (${list(columns, 'excluded')}) and ${untouched[entity] ?? sql`true`}
    returning id, (xmax = 0) as is_new, ${present ? sql`case when xmax <> 0 then to_jsonb(${sql.table(entity)}) end` : sql`null::jsonb`} as row`.execute(
    database,
  )
  if (entity === 'organization') await recordSourceAddresses(database, records)
  if (kind && present) await recordUpdates(database, kind, columns, present, result.rows)
  const added = result.rows.filter((row) => row.isNew).map(({ id }) => id)
  if (kind && added.length)
    await sql`update import_seen set is_new = true where id = any (${added}::uuid[])`.execute(database)
  const inserted = added.length
  return { inserted, updated: result.rows.length - inserted }
}
