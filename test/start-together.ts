import { type RawBuilder, sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Answer, TestApp } from './app.ts'

/** Makes calls that wait for what this statement locks, and lets all of them go on at the same moment. */
export async function startTogether(
  { database }: TestApp,
  locked: RawBuilder<unknown>,
  calls: (() => Promise<Answer>)[],
) {
  // In an object, because a promise alone would be awaited before the commit.
  const { answers } = await database.transaction().execute(async (transaction) => {
    await locked.execute(transaction)
    const answers = calls.map((call) => call())
    await vi.waitFor(async () => {
      const waiting = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
      expect(waiting.rows).toHaveLength(calls.length)
    }, 10_000)
    return { answers }
  })
  return Promise.all(answers)
}
