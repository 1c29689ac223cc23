import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  accountProblem,
  completeSignIn,
  findAccount,
  originOf,
  recordAccountEvent,
  renewSession,
  requireMaySignIn,
} from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { PasskeyAnswer, PasskeySignIn } from '../passkey.ts'
import { challengeOf, getRelyingParty } from './ceremony.ts'
import { consumeDoorChallenge, makeDoorChallenge, readDoorChallenge } from './door-challenge.ts'
import { loadWebAuthn } from './load-web-authn.ts'
import { consumeChallenge, issueChallenge } from './passkey-challenge.ts'
import { findByCredential, listPasskeys, noteUse } from './passkey-queries.ts'

interface Services {
  database: Database
  config: Config
}

/**
 * The options of the browser's `get` call. At the sign-in, no account is named: the authenticator offers its passkeys
 * for this portal.
 */
export async function beginUse({ database, config }: Services, accountId: string | null) {
  const { id } = getRelyingParty(config)
  const known = accountId ? await listPasskeys(database, accountId) : []
  if (accountId && !known.length) throw problem('not-found')
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: id,
    challenge: accountId ? await issueChallenge(database, 'confirm', accountId) : makeDoorChallenge(config),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    timeout: 300_000,
  })
}

/**
 * Verifies the browser's response: an unused challenge of ours, this portal's origin and domain, a verified user, a
 * known key, and an increased counter. The error does not say what is wrong.
 * @param accountId whose challenge and passkey it must be; null at the sign-in
 * @param ownerId at the sign-in, whose passkey it must be if only one account may sign in
 * @throws problem login-failed
 */
async function check(
  { database, config }: Services,
  accountId: string | null,
  { credential }: PasskeyAnswer,
  ownerId = accountId,
) {
  const party = getRelyingParty(config)
  const challenge = challengeOf(credential.response.clientDataJSON)
  const endsOn = challenge && !accountId ? readDoorChallenge(config, challenge) : null
  const isOurs =
    challenge && (accountId ? await consumeChallenge(database, 'confirm', { challenge, accountId }) : endsOn !== null)
  const passkey = await findByCredential(database, credential.id)
  if (!challenge || !isOurs || !passkey) throw accountProblem('login-failed')
  if (ownerId && passkey.accountId !== ownerId) throw accountProblem('login-failed')
  const handle = credential.response.userHandle
  if (handle && Buffer.from(handle, 'base64url').toString() !== passkey.accountId) throw accountProblem('login-failed')
  const { credentialId, publicKey, transports } = passkey
  // The counter is compared below, in the statement that updates it.
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const result = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0, transports },
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) throw accountProblem('login-failed')
  if (endsOn && !(await consumeDoorChallenge(database, challenge, endsOn))) throw accountProblem('login-failed')
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { passkey, newCounter, isSynced: credentialBackedUp }
}

/**
 * A counter that has not increased means that the key may have been copied: the use is refused and recorded in the
 * owner's history.
 */
async function requireCounter(
  database: Database,
  request: FastifyRequest,
  { passkey, newCounter, isSynced }: Awaited<ReturnType<typeof check>>,
) {
  if (await noteUse(database, passkey.id, { counter: newCounter, isSynced })) return
  const { accountId } = passkey
  await recordAccountEvent(database, {
    accountId,
    actorId: null,
    kind: 'factor-failed',
    detail: { method: 'passkey' },
    ...originOf(request),
  })
  throw accountProblem('login-failed')
}

/**
 * Signs in with only a passkey. User verification makes it both factors at once.
 * @throws problem login-failed, not-active (406), not-verified (403)
 */
export async function signInWithPasskey(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  given: PasskeySignIn,
) {
  const checked = await check(services, null, given, given.accountId)
  await requireCounter(services.database, request, checked)
  const account = await findAccount(services.database, checked.passkey.accountId)
  if (!account) throw accountProblem('login-failed')
  requireMaySignIn(account)
  return completeSignIn(services, request, reply, { account, method: 'passkey' })
}

/**
 * Confirms with a passkey that the person is still present: completes a half-open session, or refreshes a whole one.
 * @throws problem login-failed, signed-out
 */
export async function confirmWithPasskey(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  given: PasskeyAnswer,
) {
  const checked = await check(services, actorOf(request).accountId, given)
  await requireCounter(services.database, request, checked)
  await services.database
    .transaction()
    .execute((transaction) => renewSession({ ...services, database: transaction }, request, reply, 'passkey'))
}
