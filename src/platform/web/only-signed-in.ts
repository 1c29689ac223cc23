import { type MiddlewareFunction, redirect } from 'react-router'
import { ApiError } from './api.ts'
import { currentUser } from './guards.ts'
import { forgetUser, isSignedIn } from './session-user.ts'

// Apart from the other guards, because the front page's script need not carry this one.
const RESET = '/auth/forceReset'
const FACTOR = '/auth/reauthenticate'

/** Only the server's own word means signed out; a call that was cut off by leaving the page says nothing. */
function nobodyIfSignedOut(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

/** The page to open once what comes before it is done, at the same place of it where it was opened by its address. */
const asked = ({ pathname, search }: URL) => pathname + search + (location.pathname === pathname ? location.hash : '')
const saveRequestedPath = (url: URL) => sessionStorage.setItem('redirectUrl', asked(url))

/** For all others: a visitor lands on the front page and comes back after signing in; the second factor comes first, then a forced reset. */
export const onlySignedIn: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url)
  const user = isSignedIn() ? await currentUser().catch(nobodyIfSignedOut) : null
  if (!user) {
    forgetUser()
    if (url.pathname !== '/home/redirect') saveRequestedPath(url)
    throw redirect('/')
  }
  if (user.mfaRequired) {
    if (url.pathname === FACTOR) return next()
    throw redirect(`${FACTOR}?returnUrl=${encodeURIComponent(asked(url))}`)
  }
  if (user.forcePasswordReset && url.pathname !== RESET) {
    if (!/^\/(home\/redirect|auth\/)/.test(url.pathname)) saveRequestedPath(url)
    throw redirect(RESET)
  }
  return next()
}
