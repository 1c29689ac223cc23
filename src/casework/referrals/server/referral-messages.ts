import { sql } from 'kysely'
import { z } from 'zod'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { messageSeenOn, recordSeen } from '#casework/message-receipts/server/message-receipts-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { PageQuery } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ReferralMessage } from '../referral-call.ts'
import { editableUntil, maySeePerson, maySeeReferral, mayWriteMessage, partiesOf } from '../referral-policy.ts'
import { planMessageNotices } from './notify-messages.ts'
import { publishReferral } from './notify-step.ts'
import { findReferralContact, findReferralRow, lockReferral } from './referral-queries.ts'

interface Row extends Omit<ReferralMessage, 'organization' | 'isMine' | 'editableUntil'> {
  authorId: string
  organizationId: string
  organizationName: string
}

const messages = sql`
  select message.id, message.sequence, message.text, message.created_on, message.edited_on, message.author_id,
    message.organization_id, ${messageSeenOn(sql`message`)} as seen_on,
    organization.name as organization_name, author.name as author_name
  from referral_message message
  join ${organizationNames.as('organization')} on organization.id = message.organization_id
  join ${accountPerson.as('author')} on author.id = message.author_id`

const asMessage = ({ authorId, organizationId, organizationName, ...row }: Row, actor: Actor): ReferralMessage => ({
  ...row,
  organization: { id: organizationId, name: organizationName },
  isMine: authorId === actor.accountId,
  editableUntil: authorId === actor.accountId ? editableUntil(row.createdOn) : null,
})

async function checkReader(database: Database, actor: Actor, referralId: string) {
  const row = await findReferralRow(database, referralId)
  if (!row || !maySeePerson(partiesOf(actor, row), row)) throw problem('not-found')
}

/** Messages are about a person, whatever they say. */
const recordMessagesSeen = (database: Database, actor: Actor, referralId: string) =>
  findReferralContact(database, referralId).then((contactId) =>
    recordAccess(database, actor, [contactId], { way: 'message', referralId }),
  )

/** The messages between the two organizations of a referral, newest first. */
export async function listMessages(
  database: Database,
  actor: Actor,
  referralId: string,
  query: z.infer<typeof PageQuery>,
) {
  await checkReader(database, actor, referralId)
  const before = readCursor(query.cursor, [z.number().int().min(0).max(2_147_483_647)])
  const { rows } = await sql<Row>`${messages}
    where message.referral_id = ${referralId}::uuid ${before ? sql`and message.sequence < ${before[0]}` : sql``}
    order by message.sequence desc limit ${query.limit + 1}`.execute(database)
  if (rows.length > 0) await recordMessagesSeen(database, actor, referralId)
  return pageFrom(
    rows.map((row) => asMessage(row, actor)),
    query.limit,
    (row) => [row.sequence],
  )
}

/** Writes a message, which counts as read by its author. */
export const writeMessage = (
  database: Database,
  actor: Actor & { organizationId: string },
  referralId: string,
  text: string,
) => database.transaction().execute((transaction) => insertMessage(transaction, actor, referralId, text))

/** One message as this actor sees it. */
export async function findMessage(database: Database, actor: Actor, id: string) {
  const { rows } = await sql<Row>`${messages} where message.id = ${id}::uuid`.execute(database)
  return rows[0] && asMessage(rows[0], actor)
}

/**
 * Writes a message in the caller's transaction. The referral is locked, so numbers have no gaps.
 * @param text empty if the message carries files
 * @throws 404; 403 if nothing may be written
 */
export async function insertMessage(
  transaction: InTransaction,
  actor: Actor & { organizationId: string },
  referralId: string,
  text: string,
): Promise<ReferralMessage> {
  const referral = await lockReferral(transaction, referralId)
  const who = referral ? partiesOf(actor, referral) : []
  if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
  if (!mayWriteMessage(who, referral)) throw problem('forbidden')
  const contact = await findContactRow(transaction, referral.request.contactId)
  if (!contact?.organizationId) throw problem('forbidden')
  const sequence = referral.messageCount + 1
  const { id } = await transaction
    .insertInto('referralMessage')
    .values({ referralId, sequence, authorId: actor.accountId, organizationId: actor.organizationId, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('referral')
    .set({ messageCount: sequence, lastMessageOn: new Date().toISOString() })
    .where('id', '=', referralId)
    .execute()
  await markRead(transaction, actor, referralId, sequence)
  await recordAudit(transaction, {
    actorId: actor.accountId,
    action: 'referral.message',
    subjectType: 'referral',
    subjectId: referralId,
    detail: { messageId: id },
  })
  await planMessageNotices(transaction, referralId)
  await publishReferral(transaction, referral)
  return (await findMessage(transaction, actor, id)) as ReferralMessage
}

async function markRead(database: Database, actor: Actor, referralId: string, lastSequence: number) {
  await database
    .insertInto('referralRead')
    .values({ referralId, accountId: actor.accountId, lastSequence })
    .onConflict((conflict) =>
      conflict.columns(['referralId', 'accountId']).doUpdateSet({
        lastSequence: sql<number>`greatest(referral_read.last_sequence, excluded.last_sequence)`,
        readOn: sql<string>`now()`,
      }),
    )
    .execute()
  const { organizationId } = actor
  if (organizationId) await recordSeen(database, { referralId, organizationId, sequence: lastSequence })
}

/** Records that an account viewed a referral, and the last message that it has read. */
export async function readReferral(database: Database, actor: Actor, referralId: string, lastSequence: number) {
  const row = await findReferralRow(database, referralId)
  if (!row || !maySeeReferral(partiesOf(actor, row), row)) throw problem('not-found')
  // An impersonator has not read it on the owner's behalf.
  if (actor.impersonatorId) return
  await markRead(database, actor, referralId, Math.min(lastSequence, row.messageCount))
}
