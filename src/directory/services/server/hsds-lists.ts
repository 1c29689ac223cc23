import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import {
  atLocationConditions,
  type HsdsFilters,
  organizationConditions,
  serviceConditions,
  taxonomyConditions,
  termConditions,
} from './hsds-filters.ts'
import {
  fullAtLocation,
  fullOrganization,
  fullService,
  type HsdsList,
  type HsdsRecord,
  hsdsSources,
  listedAtLocation,
  listedService,
  minimalService,
  organizationOf,
  organizationWithFullServices,
  taxonomyOf,
  termOf,
} from './hsds-queries.ts'
import { findPageStart, isCounted } from './listed-counts.ts'

/** How much of each record is published. */
export type HsdsDepth = 'minimal' | 'listed' | 'full' | 'full-service'

interface List {
  /** the identifier, in the list of identifiers and in the records */
  id: { listed: string; record: string }
  conditions: (database: Database, filters: HsdsFilters) => Promise<RawBuilder<unknown>[]> | RawBuilder<unknown>[]
  json: Partial<Record<HsdsDepth, RawBuilder<unknown>>> & { listed: RawBuilder<unknown> }
}

const lists: Record<HsdsList, List> = {
  services: {
    id: { listed: 'listed.serviceId', record: 's.id' },
    conditions: serviceConditions,
    json: { minimal: minimalService, listed: listedService, full: fullService },
  },
  organizations: {
    id: { listed: 'o.id', record: 'o.id' },
    conditions: (_database, filters) => organizationConditions(filters),
    json: { listed: organizationOf, full: fullOrganization, 'full-service': organizationWithFullServices },
  },
  service_at_locations: {
    id: { listed: 'at.id', record: 'at.id' },
    conditions: atLocationConditions,
    json: { listed: listedAtLocation, full: fullAtLocation },
  },
  taxonomies: {
    id: { listed: 'x.id', record: 'x.id' },
    conditions: (_database, filters) => taxonomyConditions(filters),
    json: { listed: taxonomyOf },
  },
  taxonomy_terms: {
    id: { listed: 't.id', record: 't.id' },
    conditions: (_database, filters) => termConditions(filters),
    json: { listed: termOf },
  },
}

const all = (conditions: RawBuilder<unknown>[]) => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`)

/** The records with these identifiers, in the order of the identifiers. */
async function readRecords(database: Database, name: HsdsList, ids: string[], depth: HsdsDepth) {
  if (!ids.length) return []
  const { id, json } = lists[name]
  // As text, so that the column names inside keep the standard's format.
  const { rows } = await sql<{ json: string }>`
    select jsonb_strip_nulls(${json[depth] ?? json.listed})::text as json from ${hsdsSources[name].records}
    where ${sql.ref(id.record)} = any (${ids}::uuid[]) order by ${sql.ref(id.record)}`.execute(database)
  return rows.map((row) => JSON.parse(row.json) as HsdsRecord)
}

const listIds = async (
  database: Database,
  name: HsdsList,
  conditions: RawBuilder<unknown>[],
  cut: RawBuilder<unknown>,
) => {
  const { rows } = await sql<{
    id: string
  }>`select ${sql.ref(lists[name].id.listed)} as id from ${hsdsSources[name].ids}
    where ${all(conditions)} order by 1 ${cut}`.execute(database)
  return rows.map(({ id }) => id)
}

export interface HsdsSelection {
  filters: HsdsFilters
  depth: HsdsDepth
}

/**
 * One page of a list. The standard requires page numbers: a long list without conditions knows where its pages begin; any
 * other is counted and skipped, on identifiers only.
 */
export async function listHsds(
  database: Database,
  name: HsdsList,
  { filters, depth }: HsdsSelection,
  { page, perPage }: { page: number; perPage: number },
) {
  const conditions = await lists[name].conditions(database, filters)
  const offset = (page - 1) * perPage
  const { total, from, skip } =
    isCounted(name) && !conditions.length
      ? await findPageStart(database, name, offset)
      : { total: await countIds(database, name, conditions), from: sql`true`, skip: offset }
  const ids = await listIds(database, name, [...conditions, from], sql`limit ${perPage} offset ${skip}`)
  return { total, contents: await readRecords(database, name, ids, depth) }
}

async function countIds(database: Database, name: HsdsList, conditions: RawBuilder<unknown>[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${hsdsSources[name].ids} where ${all(conditions)}`.execute(database)
  return rows[0]?.count ?? 0
}

/** How many records are read at once; a full organization holds all of its services. */
const STEP = { 'full-service': 5, other: 200 }

/** All records of a list, a step at a time, by key: memory stays the same however many there are. */
export async function* streamHsds(
  database: Database,
  name: HsdsList,
  { filters, depth }: HsdsSelection,
): AsyncGenerator<HsdsRecord[]> {
  const conditions = await lists[name].conditions(database, filters)
  const step = depth === 'full-service' ? STEP['full-service'] : STEP.other
  for (let last: string | undefined; ; ) {
    const after = last === undefined ? [] : [sql`${sql.ref(lists[name].id.listed)} > ${last}`]
    const ids = await listIds(database, name, [...conditions, ...after], sql`limit ${step}`)
    if (!ids.length) return
    yield await readRecords(database, name, ids, depth)
    last = ids.at(-1)
  }
}

/** A published record by its identifier. */
export async function findHsds(
  database: Database,
  name: HsdsList,
  id: string,
  depth: HsdsDepth = 'full',
): Promise<HsdsRecord | undefined> {
  const conditions = await lists[name].conditions(database, {})
  const ids = await listIds(database, name, [...conditions, sql`${sql.ref(lists[name].id.listed)} = ${id}`], sql``)
  return (await readRecords(database, name, ids, depth))[0]
}
