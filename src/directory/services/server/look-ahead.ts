import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import { thisInstant } from './directory-clock.ts'

export const lookAheadTask = 'look-ahead-at-hours'
export const lookAheadCrontab = `*/5 * * * * ${lookAheadTask}`

const SLICE = 500

/**
 * Finds out when each kind of hours is open in the next days, in small transactions, so that searches need not. A search
 * before that works out by itself what is not known yet.
 */
export const lookAhead =
  ({ database, config }: { database: Database; config: Pick<Config, 'timeZone'> }): Task =>
  async () => {
    const someAreLeft = async () => {
      const { rows } = await sql<{ done: number }>`
        select look_ahead_at_hours(${thisInstant()}, ${config.timeZone}, ${SLICE}) as done`.execute(database)
      return rows[0]?.done === SLICE
    }
    while (await someAreLeft());
  }
