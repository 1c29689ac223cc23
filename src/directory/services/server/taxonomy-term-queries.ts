import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { TermNode } from '../service-search.ts'

/**
 * All categories with the number of services in them and below, parents before children. The counts are stored, not
 * computed.
 */
export async function listTerms(database: Database): Promise<TermNode[]> {
  const { rows } = await sql<TermNode>`
    select t.id, t.parent_id, t.name, cardinality(t.path_ids) as level, coalesce(c.service_count, 0) as service_count
    from taxonomy_term t left join taxonomy_term_count c on c.taxonomy_term_id = t.id
    order by (select string_agg(coalesce(u.code, u.name), ' ' order by cardinality(u.path_ids)) from taxonomy_term u where u.id = any (t.path_ids)), t.id`.execute(
    database,
  )
  return rows
}

/** Those of these categories that exist. */
export async function listTermIds(database: Database, ids: string[]) {
  const rows = await database
    .selectFrom('taxonomyTerm')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id as string))
}
