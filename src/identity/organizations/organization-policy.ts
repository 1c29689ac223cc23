import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Organization } from './organization.ts'

/** Organizations under review or refused are known to their own people and to platform admins only. */
export const isPublic = (organization: Pick<Organization, 'standing'>) =>
  organization.standing === 'listed' || organization.standing === 'verified'

const isOwn = (actor: Pick<Actor, 'organizationId'>, organization: Pick<Organization, 'id'>) =>
  actor.organizationId === organization.id

export const maySeeOrganization = (actor: Actor, organization: Pick<Organization, 'id' | 'standing'>) =>
  isPublic(organization) || isOwn(actor, organization) || hasRole(actor, 'platform-admin')

/** An organization's admins keep its profile; platform admins keep them all. */
export const mayEditOrganization = (
  actor: Pick<Actor, 'roles' | 'organizationId'>,
  organization: Pick<Organization, 'id'>,
) => hasRole(actor, 'platform-admin') || (hasRole(actor, 'organization-admin') && isOwn(actor, organization))

/** The name is what the review approved, so that nobody slips into another organization's. */
export const mayRenameOrganization = (actor: Pick<Actor, 'roles'>) => hasRole(actor, 'platform-admin')
