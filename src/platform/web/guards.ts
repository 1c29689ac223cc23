import { type MiddlewareFunction, redirect } from 'react-router'
import { ApiError, api } from './api.ts'
import { forgetUser, isSignedIn, knownUser, rememberUser, type SessionUser } from './session-user.ts'

const RESET = '/auth/forceReset'
const FACTOR = '/auth/reauthenticate'

/** The signed-in account, loaded once; a change elsewhere is taken in by `refreshUser`. */
export async function currentUser(): Promise<SessionUser> {
  const known = knownUser()
  return known ?? refreshUser()
}

export async function refreshUser(): Promise<SessionUser> {
  const user = await api.get<SessionUser>('/api/portalAccount/current', { quiet: true, staysOn401: true })
  rememberUser(user)
  return user
}

/** For anonymous screens: who is signed in has nothing to do there and is sent home. */
export const onlyAnonymous: MiddlewareFunction = async (_args, next) => {
  if (isSignedIn()) throw redirect('/home/redirect')
  return next()
}

/** Only the server's own word means signed out; a call that was cut off by leaving the page says nothing. */
function nobodyIfSignedOut(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

/** For all others: a visitor lands on the front page and comes back after signing in; the second factor comes first, then a forced reset. */
export const onlySignedIn: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url)
  const user = isSignedIn() ? await currentUser().catch(nobodyIfSignedOut) : null
  if (!user) {
    forgetUser()
    if (url.pathname !== '/home/redirect') sessionStorage.setItem('redirectUrl', url.pathname + url.search)
    throw redirect('/')
  }
  if (user.mfaRequired) {
    if (url.pathname === FACTOR) return next()
    throw redirect(`${FACTOR}?returnUrl=${encodeURIComponent(url.pathname + url.search)}`)
  }
  if (user.forcePasswordReset && url.pathname !== RESET) throw redirect(RESET)
  return next()
}
