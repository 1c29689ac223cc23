import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  completeSignIn,
  findAccount,
  hashCode,
  renewSession,
  requireMaySignIn,
  withdrawSignInLinks,
} from '#identity/accounts/server/accounts-public.ts'
import { Problem } from '#platform/server/problem.ts'
import type { SignOnProblem } from '../sign-on.ts'
import { linkMyself } from './link-myself.ts'
import type { ProvenIdentity, SignOnServices } from './provider.ts'
import { consumeAttempt } from './sign-on-attempt.ts'
import { readBrowser } from './sign-on-cookie.ts'
import { findIdentity, noteUse, savePending } from './sign-on-queries.ts'
import { beginVisit, sealToken } from './sign-on-visit.ts'

/** What went wrong, as the sign-in screen reports it. */
function problemOf(error: unknown): SignOnProblem {
  if (!(error instanceof Problem)) return 'failed'
  if (error.code === 'not-active') return 'notActive'
  if (error.code === 'not-verified') return 'notVerified'
  return error.code === 'sign-on-unreachable' ? 'unreachable' : 'failed'
}
const signInScreen = (problem: SignOnProblem) => `/auth/login?problem=${problem}`
const securityScreen = (outcome: SignOnProblem | 'linked') => `/myAccount/security?signOn=${outcome}`

/**
 * Signs in with a verified identity; if it has no account yet, it waits until the person says which account is theirs.
 */
async function signInWith(
  services: SignOnServices,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: ProvenIdentity & { browser: string },
) {
  const { database, config } = services
  const known = await findIdentity(database, identity)
  const account = known && (await findAccount(database, known.accountId))
  if (!known || !account) {
    const browserHash = hashCode(identity.browser)
    await database.transaction().execute(async (transaction) => {
      await withdrawSignInLinks(transaction, browserHash)
      const idTokenSealed = sealToken(config, browserHash, identity.idToken)
      await savePending(transaction, browserHash, { ...identity, idTokenSealed })
    })
    return '/auth/signOn/new'
  }
  requireMaySignIn(account)
  const { redirectUrl } = await completeSignIn(services, request, reply, { account, method: 'oidc' })
  await noteUse(database, known.id, identity.label)
  await beginVisit({ database, config }, request, reply, { accountId: account.id, idToken: identity.idToken })
  return redirectUrl
}

/** Confirms at the provider that the signed-in person is still present. */
async function confirmWith(
  services: SignOnServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, returnPath }: { identity: ProvenIdentity; returnPath: string },
) {
  const known = await findIdentity(services.database, identity)
  const account = known && (await findAccount(services.database, known.accountId))
  if (!account || account.id !== request.actor?.accountId) return securityScreen('other')
  await services.database
    .transaction()
    .execute((transaction) => renewSession({ ...services, database: transaction }, request, reply, 'service'))
  return returnPath
}

/**
 * Handles the provider's redirect, once: the attempt is consumed first, so that neither the URL nor its code works
 * again.
 * @param search the query string as received
 * @returns the path on the portal to continue at
 */
export async function comeBack(
  services: SignOnServices,
  request: FastifyRequest,
  reply: FastifyReply,
  search: string,
): Promise<string> {
  const { database, config, provider } = services
  const said = new URLSearchParams(search)
  const browser = readBrowser(config, request)
  const state = said.get('state')
  const attempt = browser && state ? await consumeAttempt(database, { state, browser }) : undefined
  if (!attempt || !browser || !state) return signInScreen('failed')
  const { purpose } = attempt
  const screenOf = purpose === 'sign-in' ? signInScreen : securityScreen
  if (said.get('error') === 'access_denied') return screenOf('cancelled')
  const isMine = purpose === 'sign-in' || (attempt.accountId && attempt.accountId === request.actor?.accountId)
  if (!isMine) return signInScreen('failed')
  try {
    const identity = await provider.identify(search, { state, browser }, purpose === 'confirm')
    if (purpose === 'link') return securityScreen(await linkMyself(services, request, identity))
    if (purpose === 'confirm')
      return await confirmWith(services, request, reply, { identity, returnPath: attempt.returnPath ?? '/' })
    return await signInWith(services, request, reply, { ...identity, browser })
  } catch (error) {
    const problem = problemOf(error)
    if (problem === 'failed') request.log.warn({ reason: (error as Error).name }, 'single sign-on refused')
    return screenOf(problem)
  }
}
