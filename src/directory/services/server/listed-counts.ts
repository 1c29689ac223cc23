import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** The published lists whose records are counted as they change, with the column that a page is sorted by. */
const counted = { services: 'listed.serviceId', service_at_locations: 'at.id' } as const
export type CountedList = keyof typeof counted
export const isCounted = (list: string): list is CountedList => list in counted

/**
 * How many records a list has, and where one of its pages begins: a condition that skips what has another prefix, and how
 * many records with the same prefix are to be skipped.
 * @param offset how many records the pages before have
 */
export async function findPageStart(
  database: Database,
  list: CountedList,
  offset: number,
): Promise<{ total: number; from: RawBuilder<unknown>; skip: number }> {
  const { rows } = await sql<{ total: number; prefix: string | null; before: number | null }>`
    with counted as materialized (
      select prefix, sum(records) as records from listed_change where list = ${list} group by prefix
    ), summed as (
      select prefix, records, sum(records) over (order by prefix) as until from counted
    )
    select coalesce((select sum(records) from counted), 0) as total, start.prefix, start.until - start.records as before
    from (select 1) one left join lateral (
      select * from summed where until > ${offset} order by prefix limit 1) start on true`.execute(database)
  const { total = 0, prefix = null, before = 0 } = rows[0] ?? {}
  const column = sql.ref(counted[list])
  return {
    total,
    from: prefix === null ? sql`false` : sql`${column} >= ${`${prefix}00000-0000-0000-0000-000000000000`}::uuid`,
    skip: offset - (before ?? 0),
  }
}

/** More changes than this are counted again: reading them takes about as long as a page. */
const MOST_CHANGES = 10_000

/** Counts again if there are many changes. What others change meanwhile adds its own rows. */
export async function recountListed(database: Database) {
  const { rows } = await sql<{ isMany: boolean }>`
    select count(*) > ${MOST_CHANGES} as is_many from (select from listed_change limit ${MOST_CHANGES + 1}) changes`.execute(
    database,
  )
  if (!rows[0]?.isMany) return
  const recount = async (transaction: Database) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('recount listed', 0))`.execute(transaction)
    // One statement, so that all of it sees the same changes of others.
    await sql`
      with gone as (delete from listed_change)
      insert into listed_change
      select 'services', left(service_id::text, 3), count(*) from service_search group by 2
      union all
      select 'service_at_locations', left(at.id::text, 3), count(*)
      from service_at_location at join service_search s on s.service_id = at.service_id group by 2`.execute(transaction)
  }
  await (database.isTransaction ? recount(database) : database.transaction().execute(recount))
}
