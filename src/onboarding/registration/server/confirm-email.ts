import {
  confirmAccountEmail,
  consumeConfirmation,
  findConfirmation,
  hashCode,
} from '#identity/accounts/server/accounts-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'

/**
 * Consumes the code of a confirmation link: the applicant's address is now confirmed. Works once.
 * @throws problem not-found (no such code), gone with `reason: 'used' | 'expired'`
 */
export async function confirmEmail(database: Database, code: string) {
  const codeHash = hashCode(code)
  return database.transaction().execute(async (transaction) => {
    const token = await consumeConfirmation(transaction, codeHash)
    if (!token) {
      const known = await findConfirmation(transaction, codeHash)
      throw known ? problem('gone', { extra: { reason: known.usedOn ? 'used' : 'expired' } }) : problem('not-found')
    }
    const account = await confirmAccountEmail(transaction, token.accountId)
    await recordAudit(transaction, {
      actorId: account.id,
      action: 'email-confirmed',
      subjectType: 'account',
      subjectId: account.id,
    })
    await publishEvent(transaction, {
      type: 'registration-review',
      subjectId: account.id,
      audience: ['role:platform-admin'],
    })
    return { verificationRequired: account.approvedOn === null, source: token.source }
  })
}
