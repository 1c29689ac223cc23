import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { maySeeContact } from '../contact-policy.ts'

/**
 * A person of the actor's organization, locked before something is written about them: an erasure at the same moment
 * happens before, or waits. Of a record that was merged meanwhile, the one that stayed.
 * @returns undefined if the actor may not see the person, or not any more
 */
export async function lockServed(transaction: Database, actor: Actor, contactId: string) {
  const row = await lockContact(transaction, contactId, 'share')
  const person = row?.mergedInto ? await lockContact(transaction, row.mergedInto, 'share') : row
  return person && maySeeContact(actor, person) ? person : undefined
}
