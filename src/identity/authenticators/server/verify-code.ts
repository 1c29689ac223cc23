import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { renewSession } from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { Problem } from '#platform/server/problem.ts'
import type { VerifyOob } from '../authenticator.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import {
  checkFactors,
  consumeTimeStep,
  findActive,
  findAuthenticator,
  findPending,
  requireEmailAccepted,
} from './authenticator-queries.ts'
import { consumeChallenge, getChallenge, requireCode } from './factor-challenge.ts'
import { finishAppEnrollment, finishPhoneEnrollment } from './finish-enrollment.ts'
import { openSecret } from './open-secret.ts'
import { recordFactorChange, recordFailedFactor } from './record-factor-change.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts'
import type { FactorServices } from './start-enrollment.ts'
import { findTotpStep } from './totp.ts'

/** Runs a check; records a wrong code in the account's history before the error is returned. */
async function noting<Answer>(database: Database, request: FastifyRequest, method: string, compare: Promise<Answer>) {
  return compare.catch(async (error) => {
    if (error instanceof Problem && error.code === 'wrong-code') await recordFailedFactor(database, request, method)
    throw error
  })
}

/**
 * Verifies a code of an app: completes a waiting enrollment, otherwise authenticates the person. Each code counts once.
 * @throws problem wrong-code (406), code-expired if no app is enrolled, too-many-requests
 */
export async function verifyOtp(
  services: FactorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<void> {
  const { database, config, throttle } = services
  const { accountId, stage } = actorOf(request)
  const pending = stage === 'whole' && (await findPending(database, accountId, 'otp'))
  if (pending) return finishAppEnrollment(services, request, pending, code)
  const app = await findActive(database, accountId, 'otp')
  if (!app) throw authenticatorProblem('code-expired')
  await throttle.count('guess', accountId)
  const secret = await openSecret(services, app)
  const step = secret && findTotpStep(secret, code)
  const proving = checkFactors(database, accountId, async (transaction) => {
    if (!step || !(await consumeTimeStep(transaction, app.id, step))) throw authenticatorProblem('wrong-code')
    await renewSession({ database: transaction, config }, request, reply, 'otp')
  })
  await noting(database, request, 'otp', proving)
  await throttle.forgive('guess', accountId)
}

/**
 * Verifies a code that was sent: completes the enrollment of its telephone, otherwise authenticates the person.
 * @throws problem wrong-code (406), code-expired, email-code-refused, too-many-requests
 */
export async function verifyOob(
  services: FactorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { otp_code: code, oob_code: oobCode }: z.infer<typeof VerifyOob>,
): Promise<void> {
  const { database, config, throttle } = services
  const { accountId, sessionId } = actorOf(request)
  const challenge = await getChallenge(database, accountId, oobCode)
  const phone = challenge.authenticatorId
    ? await findAuthenticator(database, accountId, challenge.authenticatorId)
    : undefined
  if (phone && !phone.active) return finishPhoneEnrollment(services, request, phone, challenge, code)
  if (challenge.sessionId !== sessionId) throw authenticatorProblem('code-expired')
  await throttle.count('guess', accountId)
  const factor = phone?.oobChannel || 'email'
  await noting(database, request, factor, requireCode(database, config, challenge, code))
  await checkFactors(database, accountId, async (transaction) => {
    if (!phone) await requireEmailAccepted(transaction, accountId)
    await consumeChallenge(transaction, challenge)
    await renewSession({ database: transaction, config }, request, reply, factor)
  })
  await throttle.forgive('guess', accountId)
}

/**
 * Verifies a recovery code, for people without their device. It works once, and its owner is notified.
 * @throws problem wrong-code (406), too-many-requests
 */
export async function verifyRecovery(
  { database, config, throttle }: FactorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
) {
  const { accountId } = actorOf(request)
  await throttle.count('recovery', accountId)
  const proving = checkFactors(database, accountId, async (transaction) => {
    if (!(await consumeRecoveryCode(transaction, accountId, code))) throw authenticatorProblem('wrong-code')
    const count = await countRecoveryCodes(transaction, accountId)
    await recordFactorChange({ transaction, config }, request, 'recovery-code-used', { count })
    await renewSession({ database: transaction, config }, request, reply, 'recovery')
  })
  await noting(database, request, 'recovery', proving)
  await throttle.forgive('recovery', accountId)
}
