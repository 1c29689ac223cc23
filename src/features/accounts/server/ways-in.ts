import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'

/** How many ways lead into an account: its password, each passkey, each identity of single sign-on. */
async function countWaysIn(database: Database, accountId: string) {
  const { rows } = await sql<{ ways: number }>`select (password_hash is not null)::int
      + (select count(*) from passkey where account_id = a.id)::int
      + (select count(*) from sign_on_identity where account_id = a.id)::int as ways
    from account a where a.id = ${accountId}`.execute(database)
  return rows[0]?.ways ?? 0
}

/** Whether an account could do without one of its ways in. */
export const hasOtherWayIn = async (database: Database, accountId: string) =>
  (await countWaysIn(database, accountId)) > 1

/**
 * Stops the last way into an account from being removed, also when two are removed at once: the account's row is held.
 * @throws problem last-way-in
 */
export async function demandOtherWayIn(transaction: Database, accountId: string) {
  await sql`select 1 from account where id = ${accountId} for update`.execute(transaction)
  if (!(await hasOtherWayIn(transaction, accountId))) throw problem('last-way-in')
}
