import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Ends every change of an account that waits for a word of its owner. */
export const withdrawOpenChanges = (database: Database, accountId: string) =>
  database
    .updateTable('accountChange')
    .set({ withdrawnOn: sql`now()` })
    .where('accountId', '=', accountId)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

/**
 * The telephone number before the first change that counts since then.
 * @returns undefined where no change counts since; `phoneNumber` null where there was none before
 */
export async function findPhoneBefore(database: Database, accountId: string, since: string) {
  const { rows } = await sql<{ phoneNumber: string | null }>`select old_value as phone_number from account_change
    where account_id = ${accountId} and kind = 'phone' and used_on >= ${since}::timestamptz
    order by used_on limit 1`.execute(database)
  return rows[0]
}
