import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'

export const finishSearchesTask = 'finish-searches'
export const finishSearchesCrontab = `*/5 * * * * ${finishSearchesTask}`

/** A search is over when its tab was silent for this long. */
export const SILENT_MINUTES = 30
/** For how long people who search for the same rare words are counted. */
const RARE_DAYS = 90

/** Counts the searches that are over and found nothing that helped, and deletes what is older than the setting allows. */
export const finishSearches =
  ({ database, config }: { database: Database; config: Pick<Config, 'timeZone' | 'searchCountDays'> }): Task =>
  async () => {
    await countEnded(database)
    const today = sql`(now() at time zone ${config.timeZone})::date`
    await sql`delete from search_miss where day < ${today} - ${config.searchCountDays}::integer`.execute(database)
    await sql`delete from rare_search where day < ${today} - ${RARE_DAYS}::integer`.execute(database)
  }

/** One statement: no search is counted twice, or deleted without being counted. */
const countEnded = (database: Database) =>
  sql`
    with ended as (
      delete from search_attempt where seen_on < now() - make_interval(mins => ${SILENT_MINUTES})
      returning day, words, category_id, zip_area, outcome, is_opened)
    insert into search_miss as counted (day, words, category_id, zip_area, nothing, relaxed, abandoned)
    select day, words, category_id, zip_area, count(*) filter (where outcome = 'nothing'), count(*) filter (where outcome = 'relaxed'),
      count(*) filter (where outcome = 'found')
    from ended where outcome <> 'found' or not is_opened
    group by day, words, category_id, zip_area
    on conflict (day, words, category_id, zip_area) do update set
      nothing = counted.nothing + excluded.nothing, relaxed = counted.relaxed + excluded.relaxed,
      abandoned = counted.abandoned + excluded.abandoned`.execute(database)
