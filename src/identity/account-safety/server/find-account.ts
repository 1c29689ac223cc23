import { sql } from 'kysely'
import { rolesOf } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { FoundAccount } from '../impersonation.ts'
import { mayActAs } from '../impersonation-policy.ts'

const MOST = 20
const literal = (text: string) => text.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)

/** At most twenty accounts whose address or name contains a text. Finds IDs through each index first, then the rows. */
export async function findAccountsByText(database: Database, actor: Actor, text: string): Promise<FoundAccount[]> {
  const like = `%${literal(text)}%`
  const { rows } = await sql<Omit<FoundAccount, 'mayActAs'> & { roles: RoleKey[] }>`
    with found as (
      (select id from account where lower(email) like ${like} limit ${MOST})
      union
      (select a.id from contact c join account a on a.contact_id = c.id
        where c.organization_id is null and plain_text(c.first_name || ' ' || c.last_name) like plain_text(${like}) limit ${MOST})
    )
    select a.id, a.email, c.first_name, c.last_name, o.name as organization_name,
      ${rolesOf(sql`a.id`)} as roles
    from found join account a using (id) join contact c on c.id = a.contact_id left join ${organizationNames.as('o')} on o.id = a.organization_id
    order by lower(c.last_name), lower(c.first_name), a.id limit ${MOST}`.execute(database)
  return rows.map((row) => ({ ...row, mayActAs: mayActAs(actor, row) }))
}
