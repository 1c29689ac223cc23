import { type Actor, hasRole } from '#platform/schema/roles.ts'

/** Platform admins help every account, an organization's admin those of their own organization. */
export const maySendResetLink = (
  actor: Pick<Actor, 'roles' | 'organizationId'>,
  account: { organizationId: string | null },
) =>
  hasRole(actor, 'platform-admin') ||
  (hasRole(actor, 'organization-admin') &&
    actor.organizationId !== null &&
    account.organizationId === actor.organizationId)
