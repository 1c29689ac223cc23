import {
  deviceOf,
  endSomeSessions,
  listActiveSessions,
  type Origin,
  placeOf,
  publishSessionEnd,
  recordAccountEvent,
} from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { MySession, Whereabouts } from '../my-session.ts'

/** Describes a session's device and location from its user agent and network address. */
export function whereaboutsOf(ip: string | null, userAgent: string | null): Whereabouts {
  const { browser, system, kind } = deviceOf(userAgent)
  return { browser, system, device: kind, ip, place: placeOf(ip) }
}

/** The active sessions of an account: this one first, then the most recently used. */
export async function listMySessions(database: Database, actor: Actor): Promise<MySession[]> {
  const rows = await listActiveSessions(database, actor.accountId, actor.sessionId)
  return rows.map(({ userAgent, ip, ...row }) => ({
    ...row,
    ...whereaboutsOf(ip, userAgent),
    isCurrent: row.id === actor.sessionId,
  }))
}

/**
 * Ends one of the person's sessions, or all except this one. Their open tabs sign out immediately.
 * @throws problem not-found if the session is not theirs, or has ended
 */
export const endMySessions = (database: Database, actor: Actor, which: { id?: string; origin: Origin }) =>
  database.transaction().execute(async (transaction) => {
    const { id, origin } = which
    const { accountId } = actor
    const count = await endSomeSessions(transaction, accountId, id ? { id } : { keep: actor.sessionId })
    if (id && !count) throw problem('not-found')
    const detail = { count }
    if (!count) return 0
    await publishSessionEnd(transaction, accountId)
    await recordAccountEvent(transaction, { accountId, actorId: accountId, kind: 'sessions-ended', detail, ...origin })
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'sessions-ended',
      subjectType: 'account',
      subjectId: accountId,
      detail,
    })
    return count
  })
