import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  originOf,
  recordAccountEvent,
  recordSignIn,
  replaceSession,
} from '#features/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'

export type Factor = 'email' | 'sms' | 'voice' | 'otp' | 'recovery'

/**
 * Somebody's second factor fitted: their session becomes a whole, fresh one under a new token.
 * Runs in the transaction that uses the code up.
 * @throws problem signed-out when the session ended in the meantime
 */
export async function proveFactor(
  { transaction, config }: { transaction: Database; config: Config },
  request: FastifyRequest,
  reply: FastifyReply,
  factor: Factor,
) {
  const { accountId, sessionId, stage } = actorOf(request)
  const ended = await transaction.deleteFrom('session').where('id', '=', sessionId).returning('id').executeTakeFirst()
  if (!ended) throw problem('signed-out')
  await replaceSession({ database: transaction, config }, request, reply, { accountId, stage: 'whole' })
  const origin = originOf(request)
  if (stage === 'factor-needed') return recordSignIn(transaction, accountId, factor, origin)
  await recordAccountEvent(transaction, {
    accountId,
    actorId: accountId,
    kind: 'confirmed-again',
    detail: { method: factor },
    ...origin,
  })
}
