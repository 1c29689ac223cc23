import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '#platform/server/database.ts'

/**
 * Lets another act happen between a call's read and its write: the call is made while the account's row is locked, and
 * continues once the change is committed.
 */
export async function overtaken<Answer>(
  database: Database,
  accountId: string,
  { call, change }: { call: () => Promise<Answer>; change: (transaction: Database) => Promise<unknown> },
): Promise<Answer> {
  const { answer } = await database.transaction().execute(async (transaction) => {
    await sql`select 1 from account where id = ${accountId} for update`.execute(transaction)
    // In an object, because a promise alone would be awaited before the commit.
    const going = { answer: call() }
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
      expect(waiting.rows).toHaveLength(1)
    }, 10_000)
    await change(transaction)
    return going
  })
  return answer
}
