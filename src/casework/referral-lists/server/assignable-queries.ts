import { sql } from 'kysely'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/** The people of an organization to whom its referrals can be assigned, by name. */
export async function listAssignable(database: Database, organizationId: string) {
  const { rows: items } = await sql<{ id: string; name: string }>`
    select person.id, person.name from ${accountPerson.as('person')}
    where person.organization_id = ${organizationId}::uuid and ${accountMayReceive('person')} and ${hasRoleAmong(sql`person.id`, caseworkRoles)}
    order by person.first_name, person.last_name, person.id limit 500`.execute(database)
  return { items }
}
