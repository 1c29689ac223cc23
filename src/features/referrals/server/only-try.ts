import type { Database } from '#platform/server/database.ts'

/** Whether a draft is the only try for its need. What earlier recipients were told is not rewritten by a later draft. */
export const isOnlyTry = async (database: Database, { id, requestId }: { id: string; requestId: string }) =>
  !(await database
    .selectFrom('referral')
    .select('id')
    .where('requestId', '=', requestId)
    .where('id', '!=', id)
    .executeTakeFirst())
