import { sql } from 'kysely'
import { blankPerson } from '#identity/people/server/people-public.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import { eraseProofs } from './consent-proof.ts'
import { endContactInvitations } from './contact-invitation-queries.ts'

/**
 * Blanks a person's record in the caller's transaction: fields, phone numbers, open invitations, and mail to them. Its
 * ID and the consents (without names, signatures and scans) stay, so that counts do not change.
 */
export async function eraseContact(database: InTransaction, { id, email }: { id: string; email: string | null }) {
  await blankPerson(database, id)
  await eraseProofs(database, id)
  await endContactInvitations(database, id, null)
  if (email)
    await eraseMessages(database, sql<boolean>`kind = 'member-invitation' and lower(recipient) = lower(${email})`)
}
