import type { RoleKey } from '../schema/roles.ts'

/** The signed-in account as the client needs it everywhere; the accounts feature's contract says the whole of it. */
export interface SessionUser {
  id: string
  email: string
  contactId: string
  organizationId: string | null
  organizationName: string | null
  firstName: string
  lastName: string
  language: 'en' | 'es'
  requireMfa: boolean
  mfaRequired: boolean
  acceptedTermsAndConditions: boolean
  forcePasswordReset: boolean
  /** Somebody acts as this account: who, why, and until when. */
  impersonation: { by: string; reason: string | null; endsOn: string; secondsLeft: number } | null
  portalAccountRoles: { roleId: RoleKey; role: { id: RoleKey; name: string; scope: string } }[]
}

const KEY = 'user'
let user: SessionUser | null = null
/** The page itself says whether its reader had a living session when it was sent. */
let hasSession = document.querySelector<HTMLMetaElement>('meta[name=signed-in]')?.content === 'yes'

export const isSignedIn = () => user !== null || hasSession
export const knownUser = () => user
/** How an account is signed in to is changed by its owner alone: the server refuses it while somebody impersonates them. */
export const mayChangeSignIn = () => !user?.impersonation

const listeners = new Set<() => void>()
/** Calls `tell` whenever the known account was loaded again, or forgotten. */
export function onUser(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
function change(next: SessionUser | null) {
  user = next
  for (const tell of listeners) tell()
}

export function rememberUser(next: SessionUser) {
  change(next)
  hasSession = true
  // The identifier alone: no name or address may stay on a shared computer.
  sessionStorage.setItem(KEY, JSON.stringify({ id: next.id }))
}

export function forgetUser() {
  change(null)
  hasSession = false
  sessionStorage.removeItem(KEY)
}

const SIGNED_OUT = 'signedOut'
/** The front page says that the session ended, and leads back to `path` after signing in. */
export function noteSignedOut(path: string) {
  sessionStorage.setItem('redirectUrl', path)
  sessionStorage.setItem(SIGNED_OUT, 'yes')
}
/** Whether a session just ended by itself; says so once. */
export function consumeSignedOut() {
  const isNoted = sessionStorage.getItem(SIGNED_OUT) !== null
  sessionStorage.removeItem(SIGNED_OUT)
  return isNoted
}

/** Everything that leaving must not leave behind. */
export function clearStored() {
  forgetUser()
  for (const key of ['config', 'redirectUrl']) sessionStorage.removeItem(key)
}

/** Takes a sign-out in while the signed-in screens stand, so that nothing typed on them is lost. */
export const signedOut: { ask: (() => void) | null } = { ask: null }

/**
 * Asks over a signed-in screen who is there, for a call that needs to know it; answers whether they showed it.
 */
export const stepUp: { ask: (() => Promise<boolean>) | null } = { ask: null }

export const userHasRole = (of: SessionUser | null, ...roles: RoleKey[]) =>
  Boolean(of?.portalAccountRoles.some((r) => roles.includes(r.roleId)))
