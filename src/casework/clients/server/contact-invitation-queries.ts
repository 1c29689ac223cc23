import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

export interface NewContactInvitation {
  codeHash: string
  contactId: string
  invitedBy: string
  expiresOn: string
  /** for one that has already been used */
  accountId?: string
  usedOn?: string
}

export const insertContactInvitation = (database: Database, invitation: NewContactInvitation) =>
  database.insertInto('contactInvitation').values(invitation).execute()

/**
 * Ends the open invitations of a person.
 * @param by who withdraws them; null if something else replaced them
 */
export const endContactInvitations = (database: Database, contactId: string, by: string | null) =>
  database
    .updateTable('contactInvitation')
    .set({ withdrawnOn: sql`now()`, withdrawnBy: by })
    .where('contactId', '=', contactId)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

/** Consumes an invitation for the account that was created with it. @returns whether this was the first use */
export const consumeContactInvitation = async (database: Database, codeHash: string, accountId: string) =>
  Boolean(
    await database
      .updateTable('contactInvitation')
      .set({ usedOn: sql`now()`, accountId })
      .where('codeHash', '=', codeHash)
      .where('usedOn', 'is', null)
      .where('withdrawnOn', 'is', null)
      .returning('codeHash')
      .executeTakeFirst(),
  )
