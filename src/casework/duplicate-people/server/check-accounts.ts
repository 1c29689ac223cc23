import { sql } from 'kysely'
import { contactInvitations } from '#casework/clients/server/clients-public.ts'
import type { Database } from '#platform/server/database.ts'
import { duplicatePeopleProblem } from './duplicate-people-problem.ts'

/** Nobody's account may show another record as a side effect of a merge. @throws problem merge-accounts */
export async function checkAccounts(database: Database, ids: readonly string[]) {
  const { rows } = await sql`
    select from ${contactInvitations.as('invitation')}
    where contact_id = any(${ids}::uuid[]) and used_on is not null and account_id is not null
    group by account_id`.execute(database)
  if (rows.length > 1) throw duplicatePeopleProblem('merge-accounts')
}
