import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { listOrganizationListeners } from '#identity/preferences/server/preferences-public.ts'
import type { Database } from '#platform/server/database.ts'

/** The active staff and admins of an organization. */
export const listCaseworkers = (database: Database, organizationId: string) =>
  listOrganizationListeners(database, organizationId, caseworkRoles)

/** Who stands in for somebody who can no longer be notified: the organization's admins. */
export const listAdmins = (database: Database, organizationId: string) =>
  listOrganizationListeners(database, organizationId, ['organization-admin'])
