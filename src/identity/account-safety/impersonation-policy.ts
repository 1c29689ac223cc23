import { type Actor, hasRole, type RoleKey } from '#platform/schema/roles.ts'

/** Who may impersonate. The specification names the developer; a platform admin has more rights anyway. */
export const impersonatingRoles = ['developer', 'platform-admin'] as const satisfies RoleKey[]
/** Accounts with these roles cannot be impersonated: their rights go beyond one organization. */
const protectedRoles: RoleKey[] = ['platform-admin', 'developer', 'support-agent', 'data-manager']

/**
 * Whether an account may be impersonated: never one with a higher role or the same kind, nor during another
 * impersonation.
 */
export const mayImpersonate = (
  actor: Pick<Actor, 'accountId' | 'roles' | 'impersonatorId'>,
  account: { id: string; roles: RoleKey[] },
) =>
  hasRole(actor, ...impersonatingRoles) &&
  actor.impersonatorId === null &&
  account.id !== actor.accountId &&
  !hasRole(account, ...protectedRoles)
