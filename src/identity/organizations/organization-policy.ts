import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Organization } from './organization.ts'

/** Organizations under review or refused are visible only to their own people and to platform admins. */
export const isPublic = (organization: Pick<Organization, 'standing'>) =>
  organization.standing === 'listed' || organization.standing === 'verified'

const isOwn = (actor: Pick<Actor, 'organizationId'>, organization: Pick<Organization, 'id'>) =>
  actor.organizationId === organization.id

export const maySeeOrganization = (actor: Actor, organization: Pick<Organization, 'id' | 'standing'>) =>
  isPublic(organization) || isOwn(actor, organization) || hasRole(actor, 'platform-admin')

/** An organization's admins may edit its profile; platform admins may edit all. */
export const mayEditOrganization = (
  actor: Pick<Actor, 'roles' | 'organizationId'>,
  organization: Pick<Organization, 'id'>,
) => hasRole(actor, 'platform-admin') || (hasRole(actor, 'organization-admin') && isOwn(actor, organization))

/**
 * The review approved the name, so only platform admins may change it; this prevents posing as another organization.
 */
export const mayRenameOrganization = (actor: Pick<Actor, 'roles'>) => hasRole(actor, 'platform-admin')
