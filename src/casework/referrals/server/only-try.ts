import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/**
 * Serializes changes that depend on how many tries a request has: another try must not start while the first one's
 * draft is changed. An advisory lock, because elsewhere the request's row is locked after the person's record.
 */
export const lockTries = (transaction: Database, requestId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`referral-request:${requestId}`}, 0))`.execute(transaction)

/**
 * Whether no other try for the need of a draft was ever sent. A later draft must not rewrite what earlier recipients were
 * told.
 */
export const isOnlyTry = async (database: Database, { id, requestId }: { id: string; requestId: string }) =>
  !(await database
    .selectFrom('referral')
    .select('id')
    .where('requestId', '=', requestId)
    .where('id', '!=', id)
    .where('sentOn', 'is not', null)
    .executeTakeFirst())

/** Whether nobody was asked yet to meet a need. */
export const hasNoTry = async (database: Database, requestId: string) =>
  !(await database.selectFrom('referral').select('id').where('requestId', '=', requestId).executeTakeFirst())
