import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { lookAheadTask } from './look-ahead.ts'

const REFRESH_ROWS = 500

/**
 * What writes many rows for the search does so one after the other: a row that is written again and one whose place
 * changes at the same time would miss each other.
 */
export const lockSearchRows = (transaction: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('search rows', 0))`.execute(transaction)

async function refreshSome(transaction: Database): Promise<boolean> {
  await lockSearchRows(transaction)
  const { rows } = await sql<{ count: number }>`
    with chosen as materialized (
      select service_id from service_search_stale order by service_id limit ${REFRESH_ROWS} for update skip locked
    ), taken as (
      delete from service_search_stale s using chosen c where c.service_id = s.service_id returning s.service_id)
    select count(*) as count, refresh_service_search(array_agg(service_id)) from taken`.execute(transaction)
  return Boolean(rows[0]?.count)
}

/** Makes the search rows of all services that were noted for it, in small transactions. */
export async function refreshSearch(connection: Database) {
  const inSlice = () =>
    connection.isTransaction ? refreshSome(connection) : connection.transaction().execute(refreshSome)
  while (await inSlice());
  await addJob(connection, lookAheadTask, {}, { key: lookAheadTask })
}

export const refreshSearchTask = 'refresh-search'
export const refreshSearchLater =
  ({ database }: { database: Database }): Task =>
  () =>
    refreshSearch(database)
