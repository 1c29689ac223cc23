import { type MiddlewareFunction, redirect } from 'react-router'
import { api } from './api.ts'
import { isSignedIn, knownUser, rememberUser, type SessionUser } from './session-user.ts'

/** The signed-in account, loaded once; `refreshUser` loads changes made elsewhere. */
export async function currentUser(): Promise<SessionUser> {
  const known = knownUser()
  if (known) return known
  asking ??= refreshUser().finally(() => {
    asking = null
  })
  return asking
}
let asking: Promise<SessionUser> | null = null

/** @param asksAgain whether an ended session asks for a sign-in; otherwise the caller handles it */
export async function refreshUser({ asksAgain = false } = {}): Promise<SessionUser> {
  const options = { quiet: true, staysOn401: !asksAgain }
  const user = await api.get<SessionUser>('/api/portalAccount/current', options)
  rememberUser(user)
  return user
}

/** For anonymous screens: redirects signed-in accounts to the home screen. */
export const onlyAnonymous: MiddlewareFunction = async (_args, next) => {
  if (isSignedIn()) throw redirect('/home/redirect')
  return next()
}
