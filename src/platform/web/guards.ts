import { type MiddlewareFunction, redirect } from 'react-router'
import { api } from './api.ts'
import { isSignedIn, knownUser, rememberUser, type SessionUser } from './session-user.ts'

/** The signed-in account, loaded once; a change elsewhere is taken in by `refreshUser`. */
export async function currentUser(): Promise<SessionUser> {
  const known = knownUser()
  if (known) return known
  asking ??= refreshUser().finally(() => {
    asking = null
  })
  return asking
}
let asking: Promise<SessionUser> | null = null

/** @param asksAgain where a session that is over asks for a sign-in, instead of leaving that to the caller */
export async function refreshUser({ asksAgain = false } = {}): Promise<SessionUser> {
  const options = { quiet: true, staysOn401: !asksAgain }
  const user = await api.get<SessionUser>('/api/portalAccount/current', options)
  rememberUser(user)
  return user
}

/** For anonymous screens: who is signed in has nothing to do there and is sent home. */
export const onlyAnonymous: MiddlewareFunction = async (_args, next) => {
  if (isSignedIn()) throw redirect('/home/redirect')
  return next()
}
