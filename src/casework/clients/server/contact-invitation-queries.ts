import { sql } from 'kysely'
import { deleteDeliveries } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ContactInvitationRow } from './clients-tables.ts'

/** What other features may read of invitations, as a table that a statement joins. */
export const contactInvitations = sql<Omit<ContactInvitationRow, 'codeHash'>>`(
  select id, contact_id, invited_by, account_id, created_on, expires_on, used_on, withdrawn_on, withdrawn_by from contact_invitation)`

/** The person whom a valid invitation invites, as a query. */
export const invitedContact = (codeHash: string) =>
  sql<string>`(select contact_id from contact_invitation
    where code_hash = ${codeHash} and used_on is null and withdrawn_on is null and expires_on > now())`

/** What has become of an invitation. */
export const findContactInvitation = (database: Database, codeHash: string) =>
  database
    .selectFrom('contactInvitation')
    .select(['expiresOn', 'usedOn', 'withdrawnOn', 'withdrawnBy'])
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()

/** Whether a person registered by an invitation, and still has that account, whatever its address is now. */
export const isRegistered = async (database: Database, contactId: string) =>
  Boolean(
    await database
      .selectFrom('contactInvitation')
      .select('contactId')
      .where('contactId', '=', contactId)
      .where('usedOn', 'is not', null)
      .where('accountId', 'is not', null)
      .limit(1)
      .executeTakeFirst(),
  )

export interface NewContactInvitation {
  id?: string
  codeHash: string
  contactId: string
  invitedBy: string
  expiresOn: string
  /** for one that has already been used */
  accountId?: string
  usedOn?: string
}

/** @returns its ID */
export const insertContactInvitation = async (database: Database, invitation: NewContactInvitation) =>
  (await database.insertInto('contactInvitation').values(invitation).returning('id').executeTakeFirstOrThrow()).id

/**
 * Ends the open invitations of a person.
 * @param by who withdraws them; null if something else replaced them
 */
export async function endContactInvitations(database: Database, contactId: string, by: string | null) {
  const ended = await database
    .updateTable('contactInvitation')
    .set({ withdrawnOn: sql`now()`, withdrawnBy: by })
    .where('contactId', '=', contactId)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .returning('id')
    .execute()
  await deleteDeliveries(
    database,
    ended.map(({ id }) => id),
  )
}

/** Consumes an invitation for the account that was created with it. @returns whether this was the first use */
export async function consumeContactInvitation(database: Database, codeHash: string, accountId: string) {
  const used = await database
    .updateTable('contactInvitation')
    .set({ usedOn: sql`now()`, accountId })
    .where('codeHash', '=', codeHash)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (used) await deleteDeliveries(database, [used.id])
  return used !== undefined
}
