import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { SessionStage } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AccountRow, LoggedIn } from '../account.ts'
import { type Origin, originOf, recordAccountEvent } from './account-event.ts'
import { requireNotFrozen } from './account-freeze.ts'
import { accountProblem } from './account-problem.ts'
import { lockAccountRow } from './account-queries.ts'
import { needsSecondFactor } from './second-factor-need.ts'
import { openSession } from './session.ts'
import { leaveSession } from './sign-out.ts'

const HOME = '/home/redirect'
const FACTOR = `/auth/reauthenticate?returnUrl=${HOME}`

/** The first factor of a sign-in. A passkey with user verification counts as both factors. */
export type SignInMethod = 'password' | 'oidc' | 'passkey'
const isBothFactors = (method: SignInMethod) => method === 'passkey'

interface Services {
  database: Database
  config: Config
}

/**
 * Opens a session after the first factor: a whole one, or a half-open one that waits for the second factor. It has a
 * new token; the session of the request ends.
 * @param signedIn.account as it was when the factor was checked: if the password has changed since, no session is
 * opened
 * @returns where to go, as in the response of the sign-in call
 * @throws problem account-frozen, login-failed
 */
export async function completeSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { account: Pick<AccountRow, 'id' | 'forcePasswordReset' | 'passwordChangedOn'>; method: SignInMethod },
): Promise<z.infer<typeof LoggedIn>> {
  const { account, method } = signedIn
  const mfaRequired = await services.database.transaction().execute(async (transaction) => {
    const inside = { ...services, database: transaction }
    const now = await lockAccountRow(transaction, account.id)
    await requireNotFrozen(transaction, account.id)
    if (method === 'password' && now.passwordChangedOn !== account.passwordChangedOn)
      throw accountProblem('login-failed')
    const isHalf = !isBothFactors(method) && (await needsSecondFactor(transaction, account.id))
    await leaveSession(inside, request, reply)
    await openFor(inside, request, reply, { accountId: account.id, stage: isHalf ? 'factor-needed' : 'whole' })
    if (isHalf) await recordStep(transaction, account.id, 'second-factor-asked', method)
    else await recordSignIn(transaction, account.id, method, originOf(request))
    if (isBothFactors(method)) await trustPassword(transaction, account.id)
    return isHalf
  })
  return { forcePasswordReset: account.forcePasswordReset, redirectUrl: mfaRequired ? FACTOR : HOME, mfaRequired }
}

const openFor = (
  { database, config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: { accountId: string; stage: SessionStage },
) => openSession(database, config, reply, { ...session, ip: request.ip, userAgent: request.headers['user-agent'] })

/**
 * Replaces the session of a person who has authenticated again with a whole, fresh one under a new token; a half-open
 * session becomes a sign-in. Call it in the transaction that consumes the proof.
 * @throws problem signed-out if the session ended meanwhile, so that an act that ends all sessions cannot miss the new
 * one
 */
export async function renewSession(services: Services, request: FastifyRequest, reply: FastifyReply, method: string) {
  const { database } = services
  const { accountId, sessionId, stage } = actorOf(request)
  await lockAccountRow(database, accountId)
  const ended = await database.deleteFrom('session').where('id', '=', sessionId).returning('id').executeTakeFirst()
  if (!ended) throw problem('signed-out')
  await openFor(services, request, reply, { accountId, stage: 'whole' })
  if (!weak.has(method)) await trustPassword(database, accountId)
  const origin = originOf(request)
  if (stage !== 'whole') return recordSignIn(database, accountId, method, origin)
  const detail = { method }
  await recordAccountEvent(database, { accountId, actorId: accountId, kind: 'confirmed-again', detail, ...origin })
}

/**
 * Methods that prove no more than the mailbox and the password; a provider's session may depend on the same mailbox.
 */
const weak = new Set(['password', 'email', 'oidc', 'service'])

/** The owner has used an enrolled factor, so a password that was sent by mail is theirs. */
const trustPassword = (database: Database, accountId: string) =>
  database
    .updateTable('account')
    .set({ passwordByLink: false })
    .where('id', '=', accountId)
    .where('passwordByLink', '=', true)
    .execute()

/** Records a completed sign-in. */
async function recordSignIn(database: Database, accountId: string, method: string, origin: Origin = {}) {
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
