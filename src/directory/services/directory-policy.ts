import { type Actor, hasRole } from '#platform/schema/roles.ts'

/** Months after which what nobody confirmed counts as old. */
export const MONTHS_UNTIL_OLD = 12

/** Whether a record should be verified again. `today` and `assuredDate` are yyyy-MM-dd; never verified is old. */
export function isOld(assuredDate: string | null, today: string): boolean {
  if (!assuredDate) return true
  const limit = new Date(`${today}T00:00:00Z`)
  limit.setUTCMonth(limit.getUTCMonth() - MONTHS_UNTIL_OLD)
  return assuredDate < limit.toISOString().slice(0, 10)
}

/** A service that the directory does not list is for its own organization and for platform admins. */
export const maySeeUnlisted = (actor: Pick<Actor, 'roles' | 'organizationId'>, service: { organizationId: string }) =>
  hasRole(actor, 'platform-admin') || actor.organizationId === service.organizationId

/** Whoever works for an organization may refer somebody; one that has no account yet gets an invitation. */
export const mayRefer = (actor: Pick<Actor, 'roles'>) => hasRole(actor, 'organization-admin', 'organization-staff')
