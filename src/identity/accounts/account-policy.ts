import { type Actor, hasRole, type RoleKey } from '#platform/schema/roles.ts'

/** Roles that refuse codes by e-mail once an app or a passkey is enrolled, unless a platform admin says otherwise. */
export const refusesEmailCodes: readonly RoleKey[] = ['platform-admin', 'developer', 'support-agent']

const teamRoles: readonly RoleKey[] = ['organization-admin', 'organization-staff']

/**
 * Platform admins help every account, an organization's admin those of their own organization who have no role beyond it:
 * their password would be a way to that role.
 */
export const maySendResetLink = (
  actor: Pick<Actor, 'roles' | 'organizationId'>,
  account: { organizationId: string | null; roles: readonly RoleKey[] },
) =>
  hasRole(actor, 'platform-admin') ||
  (hasRole(actor, 'organization-admin') &&
    actor.organizationId !== null &&
    account.organizationId === actor.organizationId &&
    account.roles.every((role) => teamRoles.includes(role)))
