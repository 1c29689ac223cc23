import { type MiddlewareFunction, redirect } from 'react-router'
import { ApiError } from './api.ts'
import { currentUser } from './guards.ts'
import { forgetUser, isSignedIn } from './session-user.ts'

// Separate from the other guards, so that the front page's script does not include it.
const RESET = '/auth/forceReset'
const FACTOR = '/auth/reauthenticate'

/** Only a response from the server means signed out; a call aborted by leaving the page does not. */
function nobodyIfSignedOut(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

/** The page to open after the required steps, with the hash if it was opened by its URL. */
const asked = ({ pathname, search }: URL) => pathname + search + (location.pathname === pathname ? location.hash : '')
const saveRequestedPath = (url: URL) => sessionStorage.setItem('redirectUrl', asked(url))

/**
 * For signed-in screens: visitors go to the front page and return after signing in; the second factor comes first, then
 * a forced reset.
 */
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
