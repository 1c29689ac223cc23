import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { listListenersAt, listOrganizationListeners } from '#identity/preferences/server/preferences-public.ts'
import type { Database } from '#platform/server/database.ts'

/** The active staff and admins of an organization. */
export const listCaseworkers = (database: Database, organizationId: string) =>
  listOrganizationListeners(database, organizationId, caseworkRoles)

/** An account of an organization, if it still does casework there: others may not open a referral. */
export const listCaseworker = (database: Database, organizationId: string, accountId: string | null) =>
  listListenersAt(database, organizationId, caseworkRoles, accountId ? [accountId] : [])

/** The organization's admins, who stand in for people who can no longer be notified. */
export const listAdmins = (database: Database, organizationId: string) =>
  listOrganizationListeners(database, organizationId, ['organization-admin'])
