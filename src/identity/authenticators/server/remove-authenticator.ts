import type { FastifyRequest } from 'fastify'
import { getSecondFactorNeed } from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { whyNotRemovable } from '../authenticator-policy.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import { changeFactors, listAuthenticatorRows } from './authenticator-queries.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import type { FactorServices } from './start-enrollment.ts'

/**
 * Removes one of the person's own authenticators; the last one takes the recovery codes with it.
 * @throws problem not-found, email-authenticator-stays, last-authenticator
 */
export async function removeAuthenticator(
  { database, config }: Pick<FactorServices, 'database' | 'config'>,
  request: FastifyRequest,
  id: string,
) {
  const { accountId } = actorOf(request)
  if (id === accountId) throw authenticatorProblem('email-authenticator-stays')
  await changeFactors(database, actorOf(request), async (transaction) => {
    const rows = await listAuthenticatorRows(transaction, accountId)
    const row = rows.find((r) => r.id === id)
    if (!row) throw problem('not-found')
    const enrolled = rows.filter((r) => r.active)
    if (row.active) {
      const { required } = await getSecondFactorNeed(transaction, accountId)
      const reason = whyNotRemovable(
        { oob_channel: row.oobChannel },
        { isRequired: required, enrolledCount: enrolled.length },
      )
      if (reason) throw authenticatorProblem(reason)
    }
    await transaction.deleteFrom('authenticator').where('id', '=', id).execute()
    if (!row.active) return
    if (enrolled.length === 1) await deleteRecoveryCodes(transaction, accountId)
    await recordFactorChange({ transaction, config }, request, 'factor-removed', { method: row.oobChannel ?? 'otp' })
  })
}
