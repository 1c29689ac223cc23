import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Recomputes all facts from the referrals. @returns how many were wrong */
export async function rebuildFacts(database: Database) {
  const { rows } = await sql<{ wrong: number }>`select rebuild_referral_facts() as wrong`.execute(database)
  return rows[0]?.wrong ?? 0
}

/** Days and months are those of the portal's time zone. If it has changed, all facts are recomputed. */
export const keepTimeZone = (database: Database, timeZone: string) =>
  database.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('reportCalendar')
      .set({ timeZone })
      .where('timeZone', '!=', timeZone)
      .returning('timeZone')
      .executeTakeFirst()
    if (changed) await rebuildFacts(transaction)
  })
