import { sql } from 'kysely'

/** The current time for opening hours; tests can change it. */
export const directoryClock = { now: () => new Date() }

/** This instant, as SQL. */
export const thisInstant = () => sql`${directoryClock.now().toISOString()}::timestamptz`
