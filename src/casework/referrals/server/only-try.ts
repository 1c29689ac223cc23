import { type RawBuilder, sql } from 'kysely'
import { type Database, prepared } from '#platform/server/database.ts'

/** The key of the advisory lock of a need. Its row is locked after the person's record, so it cannot be used. */
export const needKey = (requestId: RawBuilder<unknown>) => sql`hashtextextended('referral-request:' || ${requestId}, 0)`

/**
 * Serializes changes that depend on how many tries a request has: another try must not start while the first one's
 * draft is changed.
 */
export const lockTries = (transaction: Database, requestId: string) =>
  sql`select pg_advisory_xact_lock(${needKey(sql`${requestId}::text`)}) ${prepared}`.execute(transaction)

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
    .modifyEnd(prepared)
    .executeTakeFirst())

/** Over `referral`: it was sent, or may be. A discarded draft asked nobody. */
export const isTry = sql<boolean>`(referral.sent_on is not null or referral.status = 'Draft')`

/** Whether nobody was asked yet to meet a need. */
export const hasNoTry = async (database: Database, requestId: string) =>
  !(await database
    .selectFrom('referral')
    .select('id')
    .where('requestId', '=', requestId)
    .where(isTry)
    .executeTakeFirst())
