import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Authenticator } from './authenticator.ts'

/** The e-mail authenticator stands for every account and has the account's own identifier. */
export const isEmail = (authenticator: Pick<Authenticator, 'oob_channel'>) => authenticator.oob_channel === 'email'

/** Why an authenticator may not be removed, as a problem code; null when it may. */
export function whyNotRemovable(
  authenticator: Pick<Authenticator, 'oob_channel'>,
  account: { isRequired: boolean; enrolledCount: number },
) {
  if (isEmail(authenticator)) return 'email-authenticator-stays' as const
  return account.isRequired && account.enrolledCount <= 1 ? ('last-authenticator' as const) : null
}

/** An organization's admin asks a second factor of their own organization. */
export const maySetForOrganization = (actor: Pick<Actor, 'roles' | 'organizationId'>) =>
  hasRole(actor, 'organization-admin') && actor.organizationId !== null

/** A platform admin asks it of everybody with a role. */
export const maySetForRoles = (actor: Pick<Actor, 'roles'>) => hasRole(actor, 'platform-admin')
