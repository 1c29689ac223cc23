import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** The service that is shown for this one, in SQL: another one if it was merged into it. */
export const standingFor = (id: RawBuilder<unknown>) =>
  sql`(select coalesce(merged.merged_into, merged.id) from service merged where merged.id = ${id})`

/** The service into which this one was merged; undefined if it was not. */
export const findMergedInto = async (database: Database, id: string): Promise<string | undefined> =>
  (await database.selectFrom('service').select('mergedInto').where('id', '=', id).executeTakeFirst())?.mergedInto ??
  undefined

const changed = { changedOn: sql`now()`, version: sql`version + 1` }

/** Lets another service stand for this one: no search, list or feed shows it. @returns its new version */
export async function hideMerged(database: Database, id: string, into: string) {
  const { version } = await database
    .updateTable('service')
    .set({ mergedInto: into, ...changed } as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await database.deleteFrom('serviceSearch').where('serviceId', '=', id).execute()
  return Number(version)
}

/** Shows a merged service by itself again. @returns its new version */
export async function showMerged(database: Database, id: string) {
  const { version } = await database
    .updateTable('service')
    .set({ mergedInto: null, ...changed } as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await sql`select refresh_service_search(array[${id}]::uuid[])`.execute(database)
  return Number(version)
}
