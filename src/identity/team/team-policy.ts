import { type Actor, hasRole, type RoleKey, roleKeys } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>
interface Person {
  id: string
  organizationId: string | null
  roles: readonly RoleKey[]
}

/** The roles that an organization's own admins may give and remove. */
export const teamRoles = ['organization-admin', 'organization-staff'] as const satisfies RoleKey[]
const isTeamRole = (role: RoleKey) => (teamRoles as readonly RoleKey[]).includes(role)

const isAdminOf = (actor: Viewer, organizationId: string | null) =>
  hasRole(actor, 'organization-admin') && actor.organizationId !== null && actor.organizationId === organizationId

/** One's own account; for admins, those of their organization; for platform admins, all. */
export const maySeeAccount = (actor: Viewer, person: Person) =>
  person.id === actor.accountId || hasRole(actor, 'platform-admin') || isAdminOf(actor, person.organizationId)

/**
 * Address, number, roles, deactivation and links. An organization's admin may not manage a person who also has a role
 * outside the organization: their address would give access to that role.
 */
export const mayManageAccount = (actor: Viewer, person: Person) =>
  hasRole(actor, 'platform-admin') ||
  (isAdminOf(actor, person.organizationId) && person.roles.every((role) => isTeamRole(role)))

/** Everyone may also edit their own names and title. */
export const mayEditNames = (actor: Viewer, person: Person) =>
  person.id === actor.accountId || mayManageAccount(actor, person)

/** The roles that this actor may give to, or remove from, people of this organization. */
export function rolesToGive(actor: Viewer, organizationId: string | null): readonly RoleKey[] {
  if (hasRole(actor, 'platform-admin'))
    return organizationId ? roleKeys : roleKeys.filter((role) => !isTeamRole(role) && role !== 'community-member')
  return isAdminOf(actor, organizationId) ? teamRoles : []
}

/** Whether this actor may give all of these roles to people of this organization. */
export const mayGiveAll = (actor: Viewer, organizationId: string | null, roles: readonly RoleKey[]) => {
  const givable = rolesToGive(actor, organizationId)
  return roles.every((role) => givable.includes(role))
}

/** Nobody may deactivate themselves. */
export const mayDeactivate = (actor: Viewer, person: Person) =>
  person.id !== actor.accountId && mayManageAccount(actor, person)

export const mayInvite = (actor: Viewer, organizationId: string | null) =>
  hasRole(actor, 'platform-admin') || isAdminOf(actor, organizationId)
