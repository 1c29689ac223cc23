import type { FastifyReply, FastifyRequest } from 'fastify'
import { maySignIn } from '#identity/accounts/account-standing.ts'
import {
  accountProblem,
  findAccount,
  getPersonOfAccount,
  insertImpersonation,
  isFrozen,
  listRoles,
  notifyOwner,
  openSession,
  originOf,
  recordAccountEvent,
  recordActingEnd,
  resumeOwnSession,
} from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { mayImpersonate } from '../impersonation-policy.ts'
import { accountSafetyProblem } from './account-safety-problem.ts'

interface Services {
  database: Database
  config: Config
}

/** @throws problem not-found, may-not-impersonate (403), not-active (406) */
async function getActable(database: Database, request: FastifyRequest, accountId: string) {
  const account = await findAccount(database, accountId)
  if (!account) throw problem('not-found')
  const roles = await listRoles(database, accountId)
  if (!mayImpersonate(actorOf(request), { id: accountId, roles })) throw accountSafetyProblem('may-not-impersonate')
  const isOpen = maySignIn({ ...account, isFrozen: await isFrozen(database, accountId) })
  if (!isOpen || account.forcePasswordReset) throw accountProblem('not-active')
  return account
}

/**
 * Impersonates an account: opens a separate session of at most thirty minutes, which depends on the caller's own
 * session. Notifies the account's owner by e-mail, with the reason if one was given.
 */
export async function impersonate(
  { database, config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { accountId: string; reason: string | null },
) {
  const actor = actorOf(request)
  const { accountId, reason } = given
  await database.transaction().execute(async (transaction) => {
    await getActable(transaction, request, accountId)
    const origin = originOf(request)
    const sessionId = await openSession(transaction, config, reply, {
      accountId,
      stage: 'whole',
      ip: request.ip,
      userAgent: origin.userAgent,
      parentId: actor.sessionId,
      impersonatorId: actor.accountId,
    })
    await insertImpersonation(transaction, { sessionId, impersonatorId: actor.accountId, accountId, reason })
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'impersonation-begun',
      subjectType: 'account',
      subjectId: accountId,
      detail: { sessionId },
    })
    await recordAccountEvent(transaction, {
      accountId,
      actorId: actor.accountId,
      kind: 'impersonation-begun',
      ...origin,
    })
    const { firstName, lastName } = await getPersonOfAccount(transaction, actor.accountId)
    const by = `${firstName} ${lastName}`
    await notifyOwner(transaction, config, accountId, 'impersonated', { ...origin, by, ...(reason ? { reason } : {}) })
  })
}

/**
 * Ends an impersonation and resumes the caller's own session.
 * @throws problem signed-out if that session has ended meanwhile, or if the request has no impersonation session
 */
export async function endImpersonation({ database, config }: Services, request: FastifyRequest, reply: FastifyReply) {
  const isBack = await database.transaction().execute(async (transaction) => {
    const ended = await resumeOwnSession(transaction, config, request, reply)
    if (!ended) return false
    await recordActingEnd(transaction, ended, originOf(request))
    return ended.isBack
  })
  if (!isBack) throw problem('signed-out')
}
