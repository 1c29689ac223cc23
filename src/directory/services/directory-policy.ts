import { type Actor, hasRole, type RoleKey } from '#platform/schema/roles.ts'

/** The day so many months ago; what was last confirmed before it is stale. @param today as `2026-11-23` */
export function staleBefore(today: string, months: number) {
  const limit = new Date(`${today}T00:00:00Z`)
  limit.setUTCMonth(limit.getUTCMonth() - months)
  return limit.toISOString().slice(0, 10)
}

/** Whether nobody confirmed a record for so many months, or ever. */
export const isStale = (assuredDate: string | null, today: string, months: number) =>
  !assuredDate || assuredDate < staleBefore(today, months)

/**
 * They look after the directory as a whole: the listings of all organizations, the categories, and what people search for
 * without finding it. Where an organization has nobody who could, they decide.
 */
export const managerRoles = ['platform-admin', 'data-manager'] as const satisfies readonly RoleKey[]
/** Open screens of all of them are told. */
export const managerAudience = managerRoles.map((role) => `role:${role}` as const)
const isManager = (actor: Pick<Actor, 'roles'>) => hasRole(actor, ...managerRoles)

/** An unlisted service is visible to its own organization, to data managers and to platform admins. */
export const maySeeUnlisted = (actor: Pick<Actor, 'roles' | 'organizationId'>, service: { organizationId: string }) =>
  isManager(actor) || actor.organizationId === service.organizationId

export const referringRoles = ['organization-admin', 'organization-staff'] as const

/**
 * Everyone who works for an organization may make referrals; an organization without an account receives an invitation.
 */
export const mayRefer = (actor: Pick<Actor, 'roles'>) => hasRole(actor, ...referringRoles)

/** Admins edit the listings of their own organization once it is approved; data managers and platform admins edit all. */
export const mayEditListing = (
  actor: Pick<Actor, 'roles' | 'organizationId'>,
  owner: { organizationId: string; isApproved: boolean },
) =>
  isManager(actor) ||
  (hasRole(actor, 'organization-admin') && owner.isApproved && actor.organizationId === owner.organizationId)

/** Only its own organization shows the address of a confidential place again. */
export const mayUnmarkPlace = (
  actor: Pick<Actor, 'roles' | 'organizationId' | 'impersonatorId'>,
  owner: { organizationId: string; isApproved: boolean },
) =>
  !actor.impersonatorId &&
  hasRole(actor, 'organization-admin') &&
  mayEditListing(actor, owner) &&
  actor.organizationId === owner.organizationId
