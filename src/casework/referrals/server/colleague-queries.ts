import { sql } from 'kysely'
import { accountMayReceive } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/** Enough to choose from; for other people, the reader types more. */
const MOST = 10

/** The people of an organization to whom a referral may be directed and whose name contains a word with this prefix. */
export const findColleagues = async (database: Database, organizationId: string, text: string) =>
  (
    await sql<{ id: string; name: string }>`
      select account.id, contact.first_name || ' ' || contact.last_name as name
      from account join contact on contact.id = account.contact_id
      where account.organization_id = ${organizationId}::uuid and ${accountMayReceive()}
        and exists (select from account_role where account_id = account.id and role in ('organization-admin', 'organization-staff'))
        and plain_text(' ' || contact.first_name || ' ' || contact.last_name) like plain_text(${`% ${text.replace(/[\\%_]/g, '\\$&')}%`})
      order by contact.last_name, contact.first_name, account.id limit ${MOST}`.execute(database)
  ).rows
