import type { FastifyRequest } from 'fastify'
import { actorOf } from '#platform/server/access.ts'
import { changeFactors } from './authenticator-queries.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { FactorServices } from './start-enrollment.ts'

/** Creates ten new recovery codes, which immediately replace all older ones. */
export async function renewRecoveryCodes(
  { database, config }: Pick<FactorServices, 'database' | 'config'>,
  request: FastifyRequest,
) {
  const actor = actorOf(request)
  return changeFactors(database, actor, async (transaction) => {
    const codes = await makeRecoveryCodes(transaction, actor.accountId, null)
    await recordFactorChange({ transaction, config }, request, 'recovery-codes-made', { count: codes.length })
    return codes
  })
}
