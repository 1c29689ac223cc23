import { sql } from 'kysely'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/** The admins of an organization, who are asked about its listings. */
export const listListingAdmins = (database: Database, organizationId: string) =>
  database
    .selectFrom(accountPerson.as('admin'))
    .select(['admin.id', 'admin.email', 'admin.language', 'admin.firstName'])
    .where('admin.organizationId', '=', organizationId)
    .where(hasRoleAmong(sql.ref('admin.id'), ['organization-admin']))
    .where(accountMayReceive('admin'))
    .orderBy('admin.id')
    .execute()
