import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Finds all rows, in all tables of the portal and its job queue, that contain one of the words anywhere. */
export async function findTraces(database: Database, words: readonly string[]) {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(database)
  const patterns = words.map((word) => `%${word.toLowerCase()}%`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select "row"::text as "row" from ${sql.raw(name)} "row"
      where lower("row"::text) like any(${patterns}::text[])`.execute(database)
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
