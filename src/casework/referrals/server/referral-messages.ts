import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Reader, recordAccess } from '#casework/clients/server/clients-public.ts'
import { findMentioned } from '#casework/message-mentions/mention.ts'
import { mentionsOf, recordMentions } from '#casework/message-mentions/server/message-mentions-public.ts'
import { messageSeenOn, recordSeen } from '#casework/message-receipts/server/message-receipts-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { PageQuery } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import { type Database, type InTransaction, prepared, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { NewReferralMessage, ReferralMessage } from '../referral-call.ts'
import type { Party } from '../referral-machine.ts'
import { editableUntil, maySeePerson, maySeeReferral, mayWriteMessage, partiesOf } from '../referral-policy.ts'
import { listMentionable } from './list-mentionable.ts'
import { planMessageNotices } from './notify-messages.ts'
import { publishReferral } from './notify-step.ts'
import { isAccount, type LinkHolder, linkHolderOf } from './referral-context.ts'
import { findReferralContact, findReferralRow, lockReferral, type WholeReferral } from './referral-queries.ts'

interface Row extends Omit<ReferralMessage, 'organization' | 'isMine' | 'editableUntil'> {
  authorId: string | null
  organizationId: string
  organizationName: string
}

const messages = (readerId: string | null) => sql`
  select message.id, message.sequence, message.text, message.created_on, message.edited_on, message.author_id,
    message.organization_id, ${messageSeenOn(sql`message`)} as seen_on,
    ${mentionsOf(sql`message`, readerId)} as mentions,
    organization.name as organization_name, coalesce(author.name, message.link_holder) as author_name,
    message.link_holder is not null as is_by_link
  from referral_message message
  join ${organizationNames.as('organization')} on organization.id = message.organization_id
  left join ${accountPerson.as('author')} on author.id = message.author_id`

const asMessage = (
  { authorId, organizationId, organizationName, ...row }: Row,
  reader: string | null,
): ReferralMessage => ({
  ...row,
  organization: { id: organizationId, name: organizationName },
  isMine: reader !== null && authorId === reader,
  editableUntil: reader !== null && authorId === reader ? editableUntil(row.createdOn) : null,
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
  const { items, nextCursor } = await readMessages(database, actor, referralId, query)
  if (items.length > 0) await recordMessagesSeen(database, actor, referralId)
  return { items, nextCursor }
}

/** Messages for a reader who may see them. */
export async function readMessages(
  database: Database,
  { accountId }: Reader,
  referralId: string,
  query: z.infer<typeof PageQuery>,
) {
  const before = readCursor(query.cursor, [z.number().int().min(0).max(2_147_483_647)])
  const { rows } = await sql<Row>`${messages(accountId)}
    where message.referral_id = ${referralId}::uuid ${before ? sql`and message.sequence < ${before[0]}` : sql``}
    order by message.sequence desc limit ${query.limit + 1}`.execute(database)
  return pageFrom(
    rows.map((row) => asMessage(row, accountId)),
    query.limit,
    (row) => [row.sequence],
  )
}

/** Writes a message, which counts as read by its author. Safe to repeat with the same `id`. */
export const writeMessage = (
  database: Database,
  actor: Actor & { organizationId: string },
  referralId: string,
  given: NewReferralMessage,
) => runAct(database, (transaction) => insertMessage(transaction, actor, referralId, given))

/** One message as this actor sees it. */
export async function findMessage(database: Database, actor: Reader, id: string) {
  const { rows } = await sql<Row>`${messages(actor.accountId)} where message.id = ${id}::uuid ${prepared}`.execute(
    database,
  )
  return rows[0] && asMessage(rows[0], actor.accountId)
}

/** What an earlier call with this ID wrote. @throws 409 if that was somebody else's, or on another referral */
async function findWritten(
  database: Database,
  referralId: string,
  writer: (Actor & { organizationId: string }) | LinkHolder,
  id: string,
) {
  const row = await database
    .selectFrom('referralMessage')
    .select(['referralId', 'authorId', 'organizationId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const isOwn = row.authorId === writer.accountId && row.organizationId === writer.organizationId
  if (!isOwn || row.referralId !== referralId) throw problem('conflict')
  return findMessage(database, writer, id)
}

/**
 * Writes a message in the caller's transaction. The referral is locked, so numbers have no gaps.
 * @param given its text is empty if the message carries files
 * @throws 404; 403 if nothing may be written
 */
export async function insertMessage(
  transaction: InTransaction,
  actor: Actor & { organizationId: string },
  referralId: string,
  given: NewReferralMessage,
): Promise<ReferralMessage> {
  const referral = await lockReferral(transaction, referralId)
  return putMessage(transaction, referral, referral ? partiesOf(actor, referral) : [], actor, given)
}

/** Writes a message on a locked referral. Safe to repeat with the same `id`. @throws 404, 403, 409 */
export async function putMessage(
  database: InTransaction,
  referral: WholeReferral | undefined,
  who: readonly Party[],
  writer: (Actor & { organizationId: string }) | LinkHolder,
  { text, id: given }: NewReferralMessage,
): Promise<ReferralMessage> {
  if (!referral || !maySeeReferral(who, referral)) throw problem('not-found')
  const written = given && (await findWritten(database, referral.id, writer, given))
  if (written) return written
  if (!mayWriteMessage(who, referral)) throw problem('forbidden')
  const contact = await findContactRow(database, referral.request.contactId)
  if (!contact?.organizationId) throw problem('forbidden')
  const [referralId, sequence] = [referral.id, referral.messageCount + 1]
  const { accountId: authorId, organizationId } = writer
  const id = given ?? randomUUID()
  const mentioned =
    isAccount(writer) && text.includes('@')
      ? findMentioned(text, await listMentionable(database, writer, referralId)).map((one) => one.id)
      : []
  // Sent together, in this order.
  const done = await Promise.all([
    database
      .insertInto('referralMessage')
      .values({ id, referralId, sequence, authorId, organizationId, text, linkHolder: linkHolderOf(writer) })
      .modifyEnd(prepared)
      .execute(),
    database
      .updateTable('referral')
      .set({ messageCount: sequence, lastMessageOn: new Date().toISOString() })
      .where('id', '=', referralId)
      .modifyEnd(prepared)
      .execute(),
    recordMentions(database, { messageId: id, referralId, sequence }, mentioned),
    isAccount(writer) ? markRead(database, writer, referralId, sequence) : null,
    recordAudit(database, {
      ...{ actorId: authorId, action: 'referral.message', subjectType: 'referral', subjectId: referralId },
      detail: { messageId: id, ...(authorId ? {} : { byLink: true }) },
    }),
    planMessageNotices(database, referralId),
    publishReferral(database, referral),
    findMessage(database, writer, id),
  ])
  return done[7] as ReferralMessage
}

async function markRead(database: Database, actor: Actor, referralId: string, lastSequence: number) {
  const { organizationId } = actor
  const read = database
    .insertInto('referralRead')
    .values({ referralId, accountId: actor.accountId, lastSequence })
    .onConflict((conflict) =>
      conflict.columns(['referralId', 'accountId']).doUpdateSet({
        lastSequence: sql<number>`greatest(referral_read.last_sequence, excluded.last_sequence)`,
        readOn: sql<string>`now()`,
      }),
    )
    .modifyEnd(prepared)
    .execute()
  const seen = organizationId ? recordSeen(database, { referralId, organizationId, sequence: lastSequence }) : null
  await Promise.all([read, seen])
}

/** Records that an account viewed a referral, and the last message that it has read. */
export async function readReferral(database: Database, actor: Actor, referralId: string, lastSequence: number) {
  const row = await findReferralRow(database, referralId)
  if (!row || !maySeeReferral(partiesOf(actor, row), row)) throw problem('not-found')
  // An impersonator has not read it on the owner's behalf.
  if (actor.impersonatorId) return
  await markRead(database, actor, referralId, Math.min(lastSequence, row.messageCount))
}
