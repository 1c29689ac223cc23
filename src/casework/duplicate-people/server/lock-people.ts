import { lockConsents } from '#casework/clients/server/clients-public.ts'
import { lockPersonReferrals } from '#casework/referrals/server/referrals-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'

/**
 * Locks both records of a pair with what moves between them, in the order of sending and erasing: consents, referrals,
 * records, each by the ID of the person.
 * @returns the records by ID
 */
export async function lockPeople(transaction: Database, ids: readonly string[]) {
  const sorted = [...ids].sort()
  await lockConsents(transaction, sorted, 'update')
  await lockPersonReferrals(transaction, sorted)
  const people = new Map<string, Awaited<ReturnType<typeof lockContact>>>()
  for (const id of sorted) people.set(id, await lockContact(transaction, id, 'update'))
  return people
}
