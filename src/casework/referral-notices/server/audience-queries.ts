import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { listOrganizationListeners } from '#identity/preferences/server/preferences-public.ts'
import type { Database } from '#platform/server/database.ts'

/** The active staff and admins of an organization. */
export const listCaseworkers = (database: Database, organizationId: string) =>
  listOrganizationListeners(database, organizationId, caseworkRoles)

/** The organization's admins, who stand in for people who can no longer be notified. */
export const listAdmins = (database: Database, organizationId: string) =>
  listOrganizationListeners(database, organizationId, ['organization-admin'])
