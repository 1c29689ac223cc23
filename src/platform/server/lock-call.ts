import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Of two identical calls at once, the second waits for the first. @param id of the record that they make */
export const lockCall = (database: Database, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`client-call:${id}`}, 0))`.execute(database)
