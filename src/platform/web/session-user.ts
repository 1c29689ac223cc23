import type { RoleKey } from '../schema/roles.ts'

/**
 * The part of the signed-in account that the client needs everywhere; the accounts feature's contract defines all of
 * it.
 */
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
  /** Besides the password, such as `passkey`. */
  signInMethods: string[]
  /** Who impersonates this account, why, and until when; null if nobody does. */
  impersonation: { by: string; reason: string | null; endsOn: string; secondsLeft: number } | null
  portalAccountRoles: { roleId: RoleKey; role: { id: RoleKey; name: string; scope: string } }[]
}

const KEY = 'user'
let user: SessionUser | null = null
/** The page itself says whether its reader had an active session when it was sent. */
let hasSession = document.querySelector<HTMLMetaElement>('meta[name=signed-in]')?.content === 'yes'

export const isSignedIn = () => user !== null || hasSession
export const knownUser = () => user
/** Only the owner may change how an account is signed in to: the server refuses it during impersonation. */
export const mayChangeSignIn = () => !user?.impersonation

const listeners = new Set<() => void>()
/** Calls `tell` whenever the known account was loaded again or forgotten. */
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
  // Only the identifier: no name or address may stay on a shared computer.
  sessionStorage.setItem(KEY, JSON.stringify({ id: next.id }))
}

export function forgetUser() {
  change(null)
  hasSession = false
  sessionStorage.removeItem(KEY)
}

const SIGNED_OUT = 'signedOut'
/** Makes the front page say that the session ended, and return to `path` after signing in. */
export function noteSignedOut(path: string) {
  sessionStorage.setItem('redirectUrl', path)
  sessionStorage.setItem(SIGNED_OUT, 'yes')
}
/** Whether a session has just expired; true only once. */
export function consumeSignedOut() {
  const isNoted = sessionStorage.getItem(SIGNED_OUT) !== null
  sessionStorage.removeItem(SIGNED_OUT)
  return isNoted
}

/** Removes everything that must not stay in the browser after signing out. */
export function clearStored() {
  forgetUser()
  for (const key of ['config', 'redirectUrl']) sessionStorage.removeItem(key)
}

/** Handles a sign-out while a signed-in screen is open, so that unsaved input is not lost. */
export const signedOut: {
  ask: (() => void) | null
  /** While the person signs in again over the screen, which also asks for the second factor. */
  isAsking: boolean
} = { ask: null, isAsking: false }

/**
 * Asks the person on a signed-in screen to confirm their identity, for a call that requires it; resolves to whether
 * they did.
 */
export const stepUp: { ask: (() => Promise<boolean>) | null } = { ask: null }

export const userHasRole = (of: SessionUser | null, ...roles: RoleKey[]) =>
  Boolean(of?.portalAccountRoles.some((r) => roles.includes(r.roleId)))
