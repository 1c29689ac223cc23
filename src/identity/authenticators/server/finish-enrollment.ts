import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { actorOf, requireFreshSignIn } from '#platform/server/access.ts'
import { unseal } from '#platform/server/seal.ts'
import type { AuthenticatorRow } from '../authenticator.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import { changeFactors } from './authenticator-queries.ts'
import { type ChallengeRow, consumeChallenge, requireCode } from './factor-challenge.ts'
import { aboutSecret } from './open-secret.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { confirmRecoveryCodes } from './recovery-codes.ts'
import type { FactorServices } from './start-enrollment.ts'
import { findTotpStep } from './totp.ts'

/** Activates a pending authenticator with its recovery codes, and notifies its owner. */
async function activate(
  { database: transaction, config }: Pick<FactorServices, 'database' | 'config'>,
  request: FastifyRequest,
  pending: AuthenticatorRow,
  lastStep: number | null,
) {
  const { accountId } = pending
  const activated = await transaction
    .updateTable('authenticator')
    .set({ active: true, enrolledOn: sql`now()`, lastUsedOn: sql`now()`, lastStep })
    .where('id', '=', pending.id)
    .where('active', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!activated) throw authenticatorProblem('code-expired')
  await confirmRecoveryCodes(transaction, accountId, pending.id)
  await recordFactorChange({ transaction, config }, request, 'factor-added', { method: pending.oobChannel ?? 'otp' })
}

/**
 * Completes the enrollment of an app with one of its codes, which is consumed.
 * @throws problem wrong-code (406), too-many-requests, reauthentication-needed
 */
export async function finishAppEnrollment(
  { database, config, throttle }: FactorServices,
  request: FastifyRequest,
  pending: AuthenticatorRow,
  code: string,
) {
  requireFreshSignIn(actorOf(request))
  await throttle.count('enrollment', pending.accountId)
  const secret = unseal(config, aboutSecret(pending.accountId), pending.sealedSecret ?? '')
  const step = secret && findTotpStep(secret.text, code)
  if (!step) throw authenticatorProblem('wrong-code')
  await changeFactors(database, actorOf(request), (transaction) =>
    activate({ database: transaction, config }, request, pending, step),
  )
  await throttle.forgive('enrollment', pending.accountId)
}

/**
 * Completes the enrollment of a telephone with the code that was sent to it.
 * @throws problem wrong-code (406), code-expired, reauthentication-needed
 */
export async function finishPhoneEnrollment(
  { database, config }: FactorServices,
  request: FastifyRequest,
  pending: AuthenticatorRow,
  challenge: ChallengeRow,
  code: string,
) {
  if (actorOf(request).stage !== 'whole') throw authenticatorProblem('code-expired')
  requireFreshSignIn(actorOf(request))
  await requireCode(database, config, challenge, code)
  await changeFactors(database, actorOf(request), async (transaction) => {
    await consumeChallenge(transaction, challenge)
    await activate({ database: transaction, config }, request, pending, null)
  })
}
