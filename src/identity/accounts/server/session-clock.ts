import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { IDLE, IMPERSONATION, LONGEST } from './session.ts'

/**
 * Whose a session is and how many seconds it lasts yet, when nothing is done and in all, by the database's clock: every tab of a browser
 * gets the same answer, whatever its own clock says.
 * @throws problem signed-out
 */
export async function readSessionClock(database: Database, sessionId: string) {
  const { rows } = await sql<{ accountId: string; idleSeconds: number; totalSeconds: number }>`
    select account_id, greatest(0, floor(extract(epoch from last_seen_on + ${sql.raw(IDLE)} - now())))::integer as idle_seconds,
      greatest(0, floor(extract(epoch from created_on
        + case when parent_id is null then ${sql.raw(LONGEST)} else ${sql.raw(IMPERSONATION)} end - now())))::integer as total_seconds
    from session where id = ${sessionId}`.execute(database)
  if (!rows[0]) throw problem('signed-out')
  return rows[0]
}

/** Counts as use of the session, although nothing else was asked. */
export const extendSession = (database: Database, sessionId: string) =>
  sql`update session set last_seen_on = now()
    where id = ${sessionId} or id = (select parent_id from session where id = ${sessionId})`.execute(database)
