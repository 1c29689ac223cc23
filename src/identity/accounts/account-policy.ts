import { type Actor, hasRole, type RoleKey } from '#platform/schema/roles.ts'

/**
 * Roles for which codes by e-mail are refused once an app or a passkey is enrolled, unless a platform admin allows
 * them.
 */
export const refusesEmailCodes: readonly RoleKey[] = ['platform-admin', 'developer', 'support-agent']

const teamRoles: readonly RoleKey[] = ['organization-admin', 'organization-staff']

/**
 * Platform admins may help all accounts. An organization's admin may help accounts of their own organization without a
 * role beyond it: setting their password would give access to that role.
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
