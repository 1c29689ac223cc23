import { listMentions } from '#casework/message-mentions/server/message-mentions-public.ts'
import {
  listAdmins,
  listCaseworkers,
  type MessageReader,
  notifyLinkHolder,
  notifyOfMessages,
  type ReferralNews,
} from '#casework/referral-notices/server/referral-notices-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { levelAllows } from '#identity/preferences/user-preference.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { isErased, isHeld, visibilityOf } from '../referral-policy.ts'
import { newsOf } from './notify-step.ts'
import type { Product, ReferralServices } from './referral-context.ts'
import { languagesOfInvited } from './referral-invitation.ts'
import { findLinkAddress } from './referral-link.ts'
import { lockReferral, updateReferral, type WholeReferral } from './referral-queries.ts'

export const notifyMessagesTask = 'notify-referral-messages'

/** Messages within this time after the first one are combined in one notification. */
const COLLECT_MS = 5 * 60_000

/** Schedules the notifications for a new message. */
export const planMessageNotices = (database: Database, referralId: string) =>
  addJob(
    database,
    notifyMessagesTask,
    { referralId },
    { key: `referral-messages:${referralId}`, runAt: new Date(Date.now() + COLLECT_MS), keepsTime: true },
  )

interface NewMessage {
  sequence: number
  authorId: string | null
  organizationId: string
}

const listNewMessages = (database: Database, referral: WholeReferral): Promise<NewMessage[]> =>
  database
    .selectFrom('referralMessage')
    .select(['sequence', 'authorId', 'organizationId'])
    .where('referralId', '=', referral.id)
    .where('sequence', '>', referral.messagesNotified)
    .execute()

/** The people of an organization who wrote on a referral before. */
const listWriters = async (database: Database, referralId: string, organizationId: string) =>
  (
    await database
      .selectFrom('referralMessage')
      .innerJoin(accountPerson.as('author'), 'author.id', 'referralMessage.authorId')
      .select('authorId')
      .distinct()
      .where('referralId', '=', referralId)
      .where('referralMessage.organizationId', '=', organizationId)
      .where('author.organizationId', '=', organizationId)
      .execute()
  ).flatMap(({ authorId }) => authorId ?? [])

/** The sending side: the referral's creator, or the admins if that account no longer does casework there. */
async function listSenders(database: Database, { createdBy, senderOrganizationId }: WholeReferral) {
  const creator = (await listCaseworkers(database, senderOrganizationId)).filter(({ id }) => id === createdBy)
  return creator.length > 0 ? creator : listAdmins(database, senderOrganizationId)
}

/** The receiving side: the referral's assignee, or all caseworkers if there is none. */
async function listReceivers(database: Database, referral: WholeReferral) {
  const holders = [referral.assigneeId, referral.directedToId].filter((id) => id !== null)
  const all = await listCaseworkers(database, referral.recipientOrganizationId)
  const holding = all.filter(({ id }) => holders.includes(id))
  if (holding.length > 0) return holding
  const isInternal = referral.senderOrganizationId === referral.recipientOrganizationId
  // People who want no notifications about such a referral want none about its messages either.
  return all.filter(({ preference: { emailForIncomingReferral, textForIncomingReferral } }) =>
    [emailForIncomingReferral, textForIncomingReferral].some((level) => levelAllows(level, isInternal)),
  )
}

interface Side {
  organizationId: string
  otherOrganizationId: string
  people: string[]
  /** everybody of it who does casework */
  mayRead: Set<string>
}

/** Both sides with the people to notify, if the side may still read the messages. */
async function listSides(database: Database, referral: WholeReferral): Promise<Side[]> {
  const { id, senderOrganizationId, recipientOrganizationId } = referral
  if (isErased(referral)) return []
  const sides: Side[] = []
  const add = async (organizationId: string, otherOrganizationId: string, people: { id: string }[]) => {
    const mayRead = new Set((await listCaseworkers(database, organizationId)).map((one) => one.id))
    const writers = (await listWriters(database, id, organizationId)).filter((writer) => mayRead.has(writer))
    sides.push({
      organizationId,
      otherOrganizationId,
      mayRead,
      people: [...new Set([...people.map((one) => one.id), ...writers])],
    })
  }
  if (visibilityOf(['sender'], referral) === 'whole')
    await add(senderOrganizationId, recipientOrganizationId, await listSenders(database, referral))
  if (!isHeld(referral) && visibilityOf(['recipient'], referral) === 'whole')
    await add(recipientOrganizationId, senderOrganizationId, await listReceivers(database, referral))
  return sides
}

/** Who has not read which of the new messages. Nobody is notified of their own side's messages. */
async function listReaders(database: Database, referral: WholeReferral): Promise<MessageReader[]> {
  const messages = await listNewMessages(database, referral)
  const seen = await database
    .selectFrom('referralRead')
    .select(['accountId', 'lastSequence'])
    .where('referralId', '=', referral.id)
    .execute()
  const mentions = await listMentions(database, referral.id)
  const isMentioned = (accountId: string, sequence: number) =>
    mentions.some((one) => one.accountId === accountId && one.sequence === sequence)
  const lastRead = new Map(seen.map(({ accountId, lastSequence }) => [accountId, lastSequence]))
  const readers = new Map<string, MessageReader>()
  for (const side of await listSides(database, referral)) {
    const mentioned = mentions.map(({ accountId }) => accountId).filter((one) => side.mayRead.has(one))
    for (const accountId of new Set([...side.people, ...mentioned])) {
      const unread = messages.filter(
        ({ sequence, authorId, organizationId }) =>
          authorId !== accountId &&
          (organizationId === side.otherOrganizationId || isMentioned(accountId, sequence)) &&
          sequence > (lastRead.get(accountId) ?? 0),
      )
      const [first] = unread.toSorted(
        (a, b) => Number(a.organizationId === side.organizationId) - Number(b.organizationId === side.organizationId),
      )
      if (!first) continue
      const writer = await getOrganizationName(database, first.organizationId)
      readers.set(accountId, { accountId, writer, messageCount: unread.length })
    }
  }
  return [...readers.values()]
}

/** Notifies the person who answers by a link of what the sender wrote since the last notification. */
async function notifyByLink(database: Database, product: Product, referral: WholeReferral, news: ReferralNews) {
  const holder = isHeld(referral) ? await findLinkAddress(database, referral.id) : undefined
  if (!holder) return
  const written = (await listNewMessages(database, referral)).filter(
    ({ organizationId }) => organizationId === referral.senderOrganizationId,
  )
  if (written.length === 0) return
  const { referringOrganization: writer } = news.facts
  const facts = { ...news.facts, messageCount: written.length, writer, firstName: holder.firstName ?? '' }
  const languages = await languagesOfInvited(database, holder.email, referral)
  await notifyLinkHolder(database, product, { ...news, facts }, { to: holder.email, languages })
}

/** Notifies the other side of messages that were written since the last notification and are still unread. */
export const notifyMessages =
  ({ database, config }: ReferralServices): Task =>
  (payload) =>
    database.transaction().execute(async (transaction) => {
      const { referralId } = payload as { referralId: string }
      const referral = await lockReferral(transaction, referralId)
      if (!referral || referral.messagesNotified >= referral.messageCount) return
      const step = { id: `${referralId}:messages:${referral.messageCount}`, action: 'message' }
      const news = await newsOf(transaction, referral, null, step)
      await notifyOfMessages(transaction, config, news, await listReaders(transaction, referral))
      await notifyByLink(transaction, config, referral, news)
      await updateReferral(transaction, referral, { messagesNotified: referral.messageCount }, { isNewVersion: false })
    })
