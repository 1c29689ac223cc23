import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { IDLE, IMPERSONATION, LONGEST } from './session.ts'

/**
 * The account of a session and its remaining seconds, until it expires without activity and in total. Uses the
 * database's clock, so that all tabs of a browser get the same answer, whatever their own clock shows.
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

/** Counts as activity in the session, without any other call. */
export const extendSession = (database: Database, sessionId: string) =>
  sql`update session set last_seen_on = now()
    where id = ${sessionId} or id = (select parent_id from session where id = ${sessionId})`.execute(database)
