import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { type Origin, originOf, recordAccountEvent } from './account-event.ts'
import { endSession } from './session.ts'

interface Services {
  database: Database
  config: Config
}

/** Records who impersonates an account in which session, and why. */
export const insertImpersonation = (
  database: Database,
  impersonation: { sessionId: string; impersonatorId: string; accountId: string; reason: string | null },
) => database.insertInto('impersonation').values(impersonation).execute()

/**
 * Records the end of an impersonation: in the audit records of both people, and in the history of the account's owner.
 */
export async function recordActingEnd(
  database: Database,
  { id: sessionId, accountId, impersonatorId }: { id: string; accountId: string; impersonatorId: string },
  origin: Origin,
) {
  await database.updateTable('impersonation').set({ endedOn: sql`now()` }).where('sessionId', '=', sessionId).execute()
  await recordAudit(database, {
    actorId: impersonatorId,
    action: 'impersonation-ended',
    subjectType: 'account',
    subjectId: accountId,
    detail: { sessionId },
  })
  await recordAccountEvent(database, { accountId, actorId: impersonatorId, kind: 'impersonation-ended', ...origin })
}

/** Ends the session of a request, in the caller's transaction, and with it any impersonation. */
export async function leaveSession({ database, config }: Services, request: FastifyRequest, reply: FastifyReply) {
  const ended = await endSession(database, config, request, reply)
  for (const { impersonatorId, ...session } of ended)
    if (impersonatorId) await recordActingEnd(database, { ...session, impersonatorId }, originOf(request))
  return ended
}

/** Signs a person out. Without a whole session, nothing is recorded. */
export const signOut = ({ database, config }: Services, request: FastifyRequest, reply: FastifyReply) =>
  database.transaction().execute(async (transaction) => {
    const ended = await leaveSession({ database: transaction, config }, request, reply)
    for (const { accountId, stage, impersonatorId } of ended)
      if (stage === 'whole' && !impersonatorId)
        await recordAccountEvent(transaction, {
          accountId,
          actorId: accountId,
          kind: 'signed-out',
          ...originOf(request),
        })
  })
