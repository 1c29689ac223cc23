import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { SessionStage } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { LoggedIn } from '../account.ts'
import { type Origin, originOf, recordAccountEvent } from './account-event.ts'
import { demandNotFrozen } from './account-freeze.ts'
import { needsSecondFactor } from './second-factor-need.ts'
import { endSession, openSession } from './session.ts'

const HOME = '/home/redirect'
const FACTOR = `/auth/reauthenticate?returnUrl=${HOME}`

/** How somebody showed who they are at the door. A passkey whose user was verified is both factors in one. */
export type SignInMethod = 'password' | 'oidc' | 'passkey'
const isBothFactors = (method: SignInMethod) => method === 'passkey'

interface Services {
  database: Database
  config: Config
}

/**
 * Opens the session of somebody whose first factor fitted: a whole one, or a half open one that waits for the second
 * factor. It has a new token; the session that the request came with ends.
 * @returns where to go, as the sign-in call answers it
 */
export async function completeSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { account: { id: string; forcePasswordReset: boolean }; method: SignInMethod },
): Promise<z.infer<typeof LoggedIn>> {
  const { account, method } = signedIn
  await demandNotFrozen(services.database, account.id)
  const mfaRequired = !isBothFactors(method) && (await needsSecondFactor(services.database, account.id))
  await services.database.transaction().execute(async (transaction) => {
    await replaceSession({ ...services, database: transaction }, request, reply, {
      accountId: account.id,
      stage: mfaRequired ? 'factor-needed' : 'whole',
    })
    if (mfaRequired) await recordStep(transaction, account.id, 'second-factor-asked', method)
    else await recordSignIn(transaction, account.id, method, originOf(request))
  })
  return { forcePasswordReset: account.forcePasswordReset, redirectUrl: mfaRequired ? FACTOR : HOME, mfaRequired }
}

/** Ends the session of the request and opens another one under a new token. */
export async function replaceSession(
  { database, config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: { accountId: string; stage: SessionStage },
) {
  await endSession(database, config, request, reply)
  await openSession(database, config, reply, {
    ...session,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  })
}

/** Notes that an account is wholly signed in. */
export async function recordSignIn(database: Database, accountId: string, method: string, origin: Origin = {}) {
  await database.updateTable('account').set({ lastSignedInOn: sql`now()` }).where('id', '=', accountId).execute()
  await recordStep(database, accountId, 'signed-in', method)
  await recordAccountEvent(database, {
    accountId,
    actorId: accountId,
    kind: 'signed-in',
    detail: { method },
    ...origin,
  })
}

const recordStep = (database: Database, accountId: string, action: string, method: string) =>
  recordAudit(database, {
    actorId: accountId,
    action,
    subjectType: 'account',
    subjectId: accountId,
    detail: { method },
  })
