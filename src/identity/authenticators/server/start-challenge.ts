import type { FastifyRequest } from 'fastify'
import { getAccountRow } from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import type { Challenge } from '../authenticator.ts'
import { checkFactors, findAuthenticator, requireEmailAccepted } from './authenticator-queries.ts'
import { sendChallenge } from './factor-challenge.ts'
import type { FactorServices } from './start-enrollment.ts'

/**
 * Starts a challenge with one of the person's own authenticators; if its codes are sent, one is sent immediately. For a
 * telephone with an unfinished enrollment, the code is sent again.
 * @throws problem not-found, email-code-refused, too-many-requests
 */
export async function startChallenge(
  { database, config, throttle }: FactorServices,
  request: FastifyRequest,
  authenticatorId: string,
): Promise<Challenge> {
  const { accountId, sessionId, stage } = actorOf(request)
  const isEmail = authenticatorId === accountId
  const row = isEmail ? null : await findAuthenticator(database, accountId, authenticatorId)
  if (row === undefined || (row && !row.active && stage !== 'whole')) throw problem('not-found')
  if (row?.authenticatorType === 'otp') return { challenge_type: 'otp', oob_code: null }
  if (isEmail) await requireEmailAccepted(database, accountId)
  await throttle.count('send', accountId)
  const account = await getAccountRow(database, accountId)
  const oobCode = await checkFactors(database, accountId, (transaction) =>
    sendChallenge(
      transaction,
      config,
      { accountId, sessionId, authenticatorId: row?.id ?? null },
      { account, channel: row?.oobChannel ?? 'email', phoneNumber: row?.phoneNumber ?? null },
    ),
  )
  return { challenge_type: 'oob', oob_code: oobCode }
}
