import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { blanked } from '#platform/server/message-life.ts'

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
  await database
    .updateTable('contactInvitation')
    .set({ withdrawnOn: sql`now()` })
    .where('contactId', '=', id)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()
  if (email)
    await database
      .updateTable('message')
      .set(blanked)
      .where('blankedOn', 'is', null)
      .where('kind', '=', 'member-invitation')
      .where(sql<boolean>`lower(recipient) = lower(${email})`)
      .execute()
}
