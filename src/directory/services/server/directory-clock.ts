import { sql } from 'kysely'

/** The time for which hours are asked; tests move it. */
export const directoryClock = { now: () => new Date() }

/** This instant, as SQL. */
export const thisInstant = () => sql`${directoryClock.now().toISOString()}::timestamptz`
