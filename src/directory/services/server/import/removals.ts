import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { type EntityName, entities } from './entities.ts'

/** Records of one kind that a source no longer contains, of all that it had. */
export interface Removal {
  entity: EntityName
  gone: number
  of: number
}

/** A removal of more than a tenth is more likely a broken file than a change; a few rows are not. */
const isSuspicious = ({ gone, of }: Removal) => gone > 10 && gone > of / 10

const unseen = sql`not exists (select from import_seen seen where seen.id = t.id)`

/** A part of a service at a place belongs to the service: the place may be there because of another one. */
const nearestFirst = ['service_id', 'service_at_location_id', 'location_id']

/** As SQL, of a part `t`: whether it belongs to a record that a partial import contains; of a whole import, any does. */
export function belongsToSeen(part: EntityName, isPartial: boolean) {
  if (!isPartial) return sql`true`
  const columns = Object.keys(entities[part].references)
  const inOrder = [
    ...nearestFirst.filter((column) => columns.includes(column)),
    ...columns.filter((column) => !nearestFirst.includes(column)),
  ]
  const owner = sql.join(inOrder.map((column) => sql.ref(`t.${column}`)))
  return sql`exists (select from import_seen seen where seen.id = coalesce(${owner}))`
}

/** The removals that need a person's word, before anything is removed. */
export async function findSuspicious(database: Database, sourceName: string, parts: EntityName[], isPartial: boolean) {
  const found: Removal[] = []
  for (const entity of parts) {
    const { rows } = await sql<Omit<Removal, 'entity'>>`
      select count(*) filter (where ${unseen} and ${belongsToSeen(entity, isPartial)})::integer as gone, count(*)::integer as of
      from ${sql.table(entity)} t where t.source_name = ${sourceName}`.execute(database)
    if (rows[0]) found.push({ entity, ...rows[0] })
  }
  return found.filter(isSuspicious)
}

const listed: Partial<Record<EntityName, RawBuilder<unknown>>> = {
  service: sql`status is null or status in ('active', 'temporarily closed')`,
  organization: sql`true`,
  location: sql`true`,
}
const NAMED = 1000

/** A record that its source no longer contains; it stays, because nobody has said that it has ended. */
export interface Missing {
  entity: EntityName
  key: string
  name: string | null
}

/** As SQL, of the table `t`: what stays although its source no longer contains it. */
export const missingOf = (entity: EntityName, sourceName: string) =>
  sql`t.source_name = ${sourceName} and ${unseen} and (${listed[entity] ?? sql`true`})`

/** What stays although its source no longer contains it; at most the first thousand of each kind are named. */
export async function findMissing(database: Database, sourceName: string, covered: Set<EntityName>) {
  const missing: Missing[] = []
  for (const entity of Object.keys(listed) as EntityName[]) {
    if (!covered.has(entity)) continue
    const { rows } = await sql<Omit<Missing, 'entity'>>`
      select t.source_key as key, t.name from ${sql.table(entity)} t
      where ${missingOf(entity, sourceName)} order by t.name, t.id limit ${NAMED}`.execute(database)
    missing.push(...rows.map((row) => ({ entity, ...row })))
  }
  return missing
}
