import { type Actor, hasRole, type RoleKey, roleKeys } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>
interface Person {
  id: string
  organizationId: string | null
  roles: readonly RoleKey[]
}

/** The roles that an organization's own admins give and take. */
export const teamRoles = ['organization-admin', 'organization-staff'] as const satisfies RoleKey[]
const isTeamRole = (role: RoleKey) => (teamRoles as readonly RoleKey[]).includes(role)

const isAdminOf = (actor: Viewer, organizationId: string | null) =>
  hasRole(actor, 'organization-admin') && actor.organizationId !== null && actor.organizationId === organizationId

/** One's own account, those of one's organization for its admins, all for platform admins. */
export const maySeeAccount = (actor: Viewer, person: Person) =>
  person.id === actor.accountId || hasRole(actor, 'platform-admin') || isAdminOf(actor, person.organizationId)

/**
 * Address, number, roles, deactivation and links. An organization's admin has no say over somebody who also holds a role
 * outside the organization: their address would be a way to that role.
 */
export const mayManageAccount = (actor: Viewer, person: Person) =>
  hasRole(actor, 'platform-admin') ||
  (isAdminOf(actor, person.organizationId) && person.roles.every((role) => isTeamRole(role)))

/** Names and title are everybody's own as well. */
export const mayEditNames = (actor: Viewer, person: Person) =>
  person.id === actor.accountId || mayManageAccount(actor, person)

/** The roles that this actor may give to, or take from, people of this organization. */
export function rolesToGive(actor: Viewer, organizationId: string | null): readonly RoleKey[] {
  if (hasRole(actor, 'platform-admin'))
    return organizationId ? roleKeys : roleKeys.filter((role) => !isTeamRole(role) && role !== 'community-member')
  return isAdminOf(actor, organizationId) ? teamRoles : []
}

/** Nobody shuts themselves out. */
export const mayDeactivate = (actor: Viewer, person: Person) =>
  person.id !== actor.accountId && mayManageAccount(actor, person)

export const mayInvite = (actor: Viewer, organizationId: string | null) =>
  hasRole(actor, 'platform-admin') || isAdminOf(actor, organizationId)
