import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import { endContactInvitations } from './contact-invitation-queries.ts'

/**
 * Locks a person's record until the transaction ends. Whoever sends something about them waits for it, and finds no
 * organization on it once it is erased.
 */
export const lockContact = (database: Database, id: string, strength: 'share' | 'update') =>
  database
    .selectFrom('contact')
    .select(['id', 'organizationId', 'firstName', 'lastName', 'email'])
    .where('id', '=', id)
    .$if(strength === 'share', (query) => query.forShare())
    .$if(strength === 'update', (query) => query.forUpdate())
    .executeTakeFirst()

const nothing = {
  firstName: '',
  lastName: '',
  title: null,
  email: null,
  birthDate: null,
  language: null,
  address1: null,
  address2: null,
  city: null,
  stateProvince: null,
  postalCode: null,
  note: null,
  // Belongs to nobody any more: every list, search and check of the product passes it over.
  organizationId: null,
}

/**
 * Blanks a person's record in the caller's transaction: fields, phone numbers, open invitations, and mail to them. Its id and the
 * consents stay (without names), so that counts do not change.
 */
export async function eraseContact(database: Database, { id, email }: { id: string; email: string | null }) {
  await database
    .updateTable('contact')
    .set({ ...nothing, version: sql<number>`version + 1`, changedOn: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await database.deleteFrom('contactPhone').where('contactId', '=', id).execute()
  await endContactInvitations(database, id, null)
  if (email)
    await eraseMessages(database, sql<boolean>`kind = 'member-invitation' and lower(recipient) = lower(${email})`)
}
