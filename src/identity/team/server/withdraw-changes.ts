import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Ends all pending changes of an account. */
export const withdrawOpenChanges = (database: Database, accountId: string) =>
  database
    .updateTable('accountChange')
    .set({ withdrawnOn: sql`now()` })
    .where('accountId', '=', accountId)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

/**
 * The telephone number before the first change that was applied since a time.
 * @returns undefined if there was none; `phoneNumber` is null if there was no number before
 */
export async function findPhoneBefore(database: Database, accountId: string, since: string) {
  const { rows } = await sql<{ phoneNumber: string | null }>`select old_value as phone_number from account_change
    where account_id = ${accountId} and kind = 'phone' and used_on >= ${since}::timestamptz
    order by used_on limit 1`.execute(database)
  return rows[0]
}
