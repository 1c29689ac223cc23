import { sql } from 'kysely'
import { contactInvitations, lockConsents } from '#casework/clients/server/clients-public.ts'
import { lockRecordLinks } from '#casework/record-links/server/record-links-public.ts'
import { lockPersonReferrals } from '#casework/referrals/server/referrals-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { duplicatePeopleProblem } from './duplicate-people-problem.ts'

/**
 * Locks both records of a pair with what moves between them, in the order of sending and erasing: links to the records,
 * consents, referrals, records, each by the ID of the person.
 * @returns the records by ID
 */
export async function lockPeople(transaction: Database, ids: readonly string[]) {
  const sorted = [...ids].sort()
  await lockRecordLinks(transaction, sorted)
  await lockConsents(transaction, sorted, 'update')
  await lockPersonReferrals(transaction, sorted)
  const people = new Map<string, Awaited<ReturnType<typeof lockContact>>>()
  for (const id of sorted) people.set(id, await lockContact(transaction, id, 'update'))
  return people
}

/** Nobody's account may show another record as a side effect of a merge. @throws problem merge-accounts */
export async function checkAccounts(database: Database, ids: readonly string[]) {
  const { rows } = await sql`
    select from ${contactInvitations.as('invitation')}
    where contact_id = any(${ids}::uuid[]) and used_on is not null and account_id is not null
    group by account_id`.execute(database)
  if (rows.length > 1) throw duplicatePeopleProblem('merge-accounts')
}
