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
  impersonation: { by: string; reason: string; endsOn: string; secondsLeft: number } | null
  portalAccountRoles: { roleId: RoleKey; role: { id: RoleKey; name: string; scope: string } }[]
}

const KEY = 'user'
let user: SessionUser | null = null
/** The page itself says whether its reader had a living session when it was sent. */
let hasSession = document.querySelector<HTMLMetaElement>('meta[name=signed-in]')?.content === 'yes'

export const isSignedIn = () => user !== null || hasSession
export const knownUser = () => user

export function rememberUser(next: SessionUser) {
  user = next
  hasSession = true
  // The identifier alone: no name or address may stay on a shared computer.
  sessionStorage.setItem(KEY, JSON.stringify({ id: next.id }))
}

export function forgetUser() {
  user = null
  hasSession = false
  sessionStorage.removeItem(KEY)
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
