import { sql } from 'kysely'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/** Enough to choose from; for other people, the reader types more. */
const MOST = 10

/** The people of an organization to whom a referral may be directed and whose name contains a word with this prefix. */
export const findColleagues = async (database: Database, organizationId: string, text: string) =>
  (
    await sql<{ id: string; name: string }>`
      select person.id, person.name from ${accountPerson.as('person')}
      where person.organization_id = ${organizationId}::uuid and ${accountMayReceive('person')}
        and ${hasRoleAmong(sql`person.id`, caseworkRoles)} and plain_text(' ' || person.name) like plain_text(${`% ${text.replace(/[\\%_]/g, '\\$&')}%`})
      order by person.last_name, person.first_name, person.id limit ${MOST}`.execute(database)
  ).rows
