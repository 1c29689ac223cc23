import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/**
 * Lets one change at a time decide how many tries a request has: another try does not begin while the first one's draft
 * is rewritten. An advisory lock, as the request's row is locked after the person's record elsewhere.
 */
export const lockTries = (transaction: Database, requestId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`referral-request:${requestId}`}, 0))`.execute(transaction)

/** Whether a draft is the only try for its need. What earlier recipients were told is not rewritten by a later draft. */
export const isOnlyTry = async (database: Database, { id, requestId }: { id: string; requestId: string }) =>
  !(await database
    .selectFrom('referral')
    .select('id')
    .where('requestId', '=', requestId)
    .where('id', '!=', id)
    .executeTakeFirst())
