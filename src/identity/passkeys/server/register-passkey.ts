import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import {
  accountProblem,
  endSessionsOf,
  getAccountRow,
  getPersonOfAccount,
  getSecondFactorNeed,
  lockSignedIn,
  notifyOwner,
  originOf,
  recordAccountEvent,
  removeSignInMethod,
} from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { NewPasskey } from '../passkey.ts'
import { challengeOf, getRelyingParty } from './ceremony.ts'
import { loadWebAuthn } from './load-web-authn.ts'
import { consumeChallenge, issueChallenge } from './passkey-challenge.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './passkey-queries.ts'

interface Services {
  database: Database
  config: Config
}
/** EdDSA, ES256, RS256: supported by all common authenticators. */
const algorithms = [-8, -7, -257]
/** More devices than anyone has; still a limit. */
const MOST = 20

/**
 * The options of the browser's `create` call: a discoverable credential with user verification, on a device that has
 * none yet.
 */
export async function beginRegistration({ database, config }: Services, request: FastifyRequest) {
  const { accountId } = actorOf(request)
  const { id } = getRelyingParty(config)
  const [account, person, known] = await Promise.all([
    getAccountRow(database, accountId),
    getPersonOfAccount(database, accountId),
    listPasskeys(database, accountId),
  ])
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: config.productName,
    rpID: id,
    userName: account.email,
    userDisplayName: `${person.firstName} ${person.lastName}`,
    // The account's random ID, which does not reveal who it is.
    userID: new Uint8Array(Buffer.from(accountId)),
    challenge: await issueChallenge(database, 'register', accountId),
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout: 300_000,
  })
}

async function verify({ database, config }: Services, accountId: string, { credential }: NewPasskey) {
  const party = getRelyingParty(config)
  const challenge = challengeOf(credential.response.clientDataJSON)
  if (!challenge || !(await consumeChallenge(database, 'register', { challenge, accountId }))) throw problem('gone')
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const result = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!result?.verified) throw fieldProblem('credential', 'passkey-refused')
  return result.registrationInfo
}

/**
 * Adds a new passkey to one's own account, ends its other sessions, and notifies the owner.
 * @throws problem gone (no such challenge), invalid-request if it cannot be verified, conflict if it already exists or
 * the limit is reached, signed-out if the session ended meanwhile, account-frozen
 */
export async function registerPasskey(services: Services, request: FastifyRequest, given: NewPasskey) {
  const { database, config } = services
  const { accountId, sessionId } = actorOf(request)
  const { credential, credentialBackedUp } = await verify(services, accountId, given)
  await database.transaction().execute(async (transaction) => {
    // Serialized, because two concurrent calls would each see room for one more.
    await lockSignedIn(transaction, actorOf(request))
    if ((await listPasskeys(transaction, accountId)).length >= MOST) throw problem('conflict')
    const added = await insertPasskey(transaction, {
      accountId,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: given.credential.response.transports ?? [],
      name: given.name,
      isSynced: credentialBackedUp,
    })
    if (!added) throw problem('conflict')
    await endSessionsOf(transaction, accountId, sessionId)
    const origin = originOf(request)
    await recordAccountEvent(transaction, { accountId, actorId: accountId, kind: 'passkey-added', ...origin })
    await notifyOwner(transaction, config, accountId, 'passkeyAdded', origin)
  })
}

/**
 * Removes a passkey from one's own account, ends its other sessions, and notifies the owner. If a second factor is
 * required, the last one stays: an unattended session must not reduce the account to codes by e-mail.
 * @throws problem not-found, last-sign-in-method, last-second-factor
 */
export const removePasskey = ({ database, config }: Services, request: FastifyRequest, id: string) =>
  database.transaction().execute(async (transaction) => {
    const { accountId, sessionId } = actorOf(request)
    await removeSignInMethod(transaction, accountId, () => deletePasskey(transaction, accountId, id))
    const { required, hasFactor } = await getSecondFactorNeed(transaction, accountId)
    if (required && !hasFactor) throw accountProblem('last-second-factor')
    await endSessionsOf(transaction, accountId, sessionId)
    const origin = originOf(request)
    await recordAccountEvent(transaction, { accountId, actorId: accountId, kind: 'passkey-removed', ...origin })
    await notifyOwner(transaction, config, accountId, 'passkeyRemoved', origin)
  })
