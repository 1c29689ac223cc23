import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { servicesTables } from './services-tables.ts'

type Entity = 'service' | 'organization' | 'location'

/** Questions about listings, which come and go by themselves. */
const passing = ['listing_check', 'listing_check_link']

/**
 * What else of the portal refers to the row `t`: a referral, a list, an account and so on.
 * @returns conditions, each of which begins with `or`
 */
export async function usesOf(database: Database, entity: Entity, except: string[] = []) {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${entity}::regclass and cardinality(c.conkey) = 1
      and c.conrelid::regclass::text <> all (${[...Object.keys(servicesTables), ...passing, ...except]}::text[])`.execute(
    database,
  )
  return sql.join(
    rows.map(
      ({ table, column }) => sql`or exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = t.id)`,
    ),
    sql` `,
  )
}

/** Whether people of the portal have to do with an organization: accounts, registrations, people, referrals, tickets. */
export async function isOrganizationUsed(database: Database, id: string) {
  const uses = await usesOf(database, 'organization', ['organization', 'listing_suggestion'])
  const { rows } = await sql<{ isUsed: boolean }>`
    select (false ${uses}) as is_used from (values (${id}::uuid)) as t (id)`.execute(database)
  return rows[0]?.isUsed === true
}
