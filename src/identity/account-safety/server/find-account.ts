import { sql } from 'kysely'
import { accountPerson, accountsContaining, rolesOf } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { FoundAccount } from '../impersonation.ts'
import { mayImpersonate } from '../impersonation-policy.ts'

const MOST = 20

/** At most twenty accounts whose address or name contains a text. Finds IDs through each index first, then the rows. */
export async function findAccountsByText(database: Database, actor: Actor, text: string): Promise<FoundAccount[]> {
  const { rows } = await sql<Omit<FoundAccount, 'mayImpersonate'> & { roles: RoleKey[] }>`
    with found as (${accountsContaining(text, MOST)})
    select a.id, a.email, a.first_name, a.last_name, o.name as organization_name,
      ${rolesOf(sql`a.id`)} as roles
    from found join ${accountPerson.as('a')} using (id) left join ${organizationNames.as('o')} on o.id = a.organization_id
    order by lower(a.last_name), lower(a.first_name), a.id limit ${MOST}`.execute(database)
  return rows.map((row) => ({ ...row, mayImpersonate: mayImpersonate(actor, row) }))
}
