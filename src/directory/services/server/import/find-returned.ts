import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { EntityName } from './entities.ts'

const identifier = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Keys of a source that are identifiers of records here: what the portal published comes back, or what it has in common
 * with every portal, as the terms of Open Eligibility.
 * @returns the records' identifiers by key
 */
export async function findReturned(
  database: Database,
  table: EntityName | 'taxonomy' | 'taxonomy_term',
  keys: string[],
): Promise<Map<string, string>> {
  const idOf = new Map(keys.flatMap((key) => identifier.exec(key)?.map((id) => [key, id.toLowerCase()] as const) ?? []))
  if (!idOf.size) return idOf
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any (${[...new Set(idOf.values())]}::uuid[])`.execute(database)
  const known = new Set(rows.map(({ id }) => id))
  return new Map([...idOf].filter(([, id]) => known.has(id)))
}
