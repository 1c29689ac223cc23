import type { Database } from './database.ts'
import { deleteReplacedJobs, releaseStuckJobs, STUCK_SECONDS, type Task } from './jobs.ts'

export const tidyTask = 'tidy'
/** Every five minutes; missed runs are not repeated. */
export const tidyCrontab = `*/5 * * * * ${tidyTask}`

/**
 * Deletes expired rows of all features, and releases stuck jobs.
 * @param tidies one from each feature with such rows
 */
export const tidy =
  (database: Database, tidies: ((database: Database) => Promise<unknown>)[]): Task =>
  async () => {
    for (const tidyFeature of tidies) await tidyFeature(database)
    await releaseStuckJobs(database, STUCK_SECONDS)
    await deleteReplacedJobs(database)
  }
