import { type RawBuilder, sql } from 'kysely'

/** Today in this time zone, in SQL. */
export const todayIn = (timeZone: string): RawBuilder<string> => sql`(now() at time zone ${timeZone})::date`
