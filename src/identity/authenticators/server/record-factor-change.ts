import type { FastifyRequest } from 'fastify'
import { endSessionsOf, notifyOwner, originOf, recordAccountEvent } from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

const mails = {
  'factor-added': 'factorAdded',
  'factor-removed': 'factorRemoved',
  'recovery-codes-made': 'recoveryCodesMade',
  'recovery-code-used': 'recoveryCodeUsed',
} as const

/**
 * Records a change of second factors in the audit log and the account's history, and notifies the owner by mail; in the
 * caller's transaction. Adding or removing a factor ends the account's other sessions.
 * @param detail.method which factor, as a word: otp, sms, voice
 * @param detail.count how many recovery codes are left
 */
export async function recordFactorChange(
  { transaction, config }: { transaction: Database; config: Config },
  request: FastifyRequest,
  kind: keyof typeof mails,
  detail: { method?: string; count?: number } = {},
) {
  const { accountId, sessionId } = actorOf(request)
  const origin = originOf(request)
  if (kind === 'factor-added' || kind === 'factor-removed') await endSessionsOf(transaction, accountId, sessionId)
  await recordAudit(transaction, {
    actorId: accountId,
    action: kind,
    subjectType: 'account',
    subjectId: accountId,
    detail,
  })
  await recordAccountEvent(transaction, { accountId, actorId: accountId, kind, detail, ...origin })
  await notifyOwner(transaction, config, accountId, mails[kind], origin)
}

/** Records a wrong code in the account's history, outside the transaction that the wrong code rolls back. */
export const recordFailedFactor = (database: Database, request: FastifyRequest, method: string) => {
  const { accountId } = actorOf(request)
  return recordAccountEvent(database, {
    accountId,
    actorId: accountId,
    kind: 'factor-failed',
    detail: { method },
    ...originOf(request),
  })
}
