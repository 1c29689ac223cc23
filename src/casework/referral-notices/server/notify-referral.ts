import { type Listener, listListeners } from '#identity/preferences/server/preferences-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import type { Database } from '#platform/server/database.ts'
import { hours, type MessageCause, type MessageKind } from '#platform/server/message-kind.ts'
import { type NewMessage, sendMessages } from '#platform/server/messages.ts'
import type { Language } from '#platform/server/texts.ts'
import { channelsFor, type NoticeChannel, type NoticeKind } from '../notice-policy.ts'
import { listAdmins, listCaseworker, listCaseworkers } from './audience-queries.ts'
import {
  type Product,
  type RecordNews,
  type ReferralFacts,
  writeAssignments,
  writeRecordNotice,
  writeReferralNotice,
} from './referral-notice.ts'
import { sendTracked, type Tracked } from './track-delivery.ts'

const referralNotice: MessageKind = {
  name: 'referral-notice',
  overBound: 'leave-out',
  bounds: { recipient: { most: 60, seconds: hours(1) } },
}
/** Each text costs money and may wake people. */
const referralText: MessageKind = {
  name: 'referral-text',
  overBound: 'leave-out',
  bounds: { recipient: { most: 20, seconds: hours(1) }, organization: { most: 500, seconds: hours(1) } },
}

export interface ReferralNews {
  /** of the history; combined with account and channel it is the message's key, so that nobody is notified twice */
  eventId: string
  actorId: string | null
  createdById: string
  directedToId: string | null
  senderOrganizationId: string
  recipientOrganizationId: string
  facts: ReferralFacts
}

/** Notifies these people of one step: each in their language and by the channels that they chose. */
async function notifyEach(
  database: Database,
  product: Product,
  news: ReferralNews,
  listeners: readonly Listener[],
  kind: NoticeKind,
) {
  const isInternal = news.senderOrganizationId === news.recipientOrganizationId
  const wordsIn = inEachLanguage((language) => writeReferralNotice(kind, news.facts, language, product))
  const about = { accountId: news.actorId, organizationId: news.senderOrganizationId }
  const notices = listeners.map((listener) => {
    const isDirectedToMe = news.directedToId === listener.id
    const channels = channelsFor(listener.preference, { kind, isInternal, isDirectedToMe })
    return { listener, channels, wordsIn, about, event: `referral-event:${news.eventId}` }
  })
  const messages = notices.flatMap((notice) =>
    messagesOf(notice).map((message) => ({ message, accountId: notice.listener.id })),
  )
  const purpose = purposeOf[kind]
  if (purpose) return sendTracked(database, { referralId: news.facts.referralId, purpose }, messages)
  await sendMessages(
    database,
    messages.map(({ message }) => message),
  )
}

/** For which notices the sender is shown whether they were delivered. */
const purposeOf: Partial<Record<NoticeKind, Tracked['purpose']>> = {
  incoming: 'arrival',
  opened: 'arrival',
  reminder: 'reminder',
}

type Words = ReturnType<typeof writeReferralNotice>

/** Writes a text once for all who read the same language. */
function inEachLanguage(write: (language: Language) => Words) {
  const written = new Map<Language, Words>()
  return (language: Language) => {
    const words = written.get(language) ?? write(language)
    written.set(language, words)
    return words
  }
}

interface Notice {
  listener: Listener
  channels: readonly NoticeChannel[]
  wordsIn: (language: Language) => Words
  about: MessageCause
  /** The beginning of the messages' keys. */
  event: string
}

const messagesOf = ({ listener, channels, wordsIn, about, event }: Notice): NewMessage[] =>
  channels.flatMap((channel): NewMessage[] => {
    const { language } = listener
    const { subject, text, html, entry, sms } = wordsIn(language)
    const whole = { channel, about, expiresOn: null, key: `${event}:${listener.id}:${channel}` }
    if (channel === 'email')
      return [{ ...whole, to: listener.email, kind: referralNotice, language, subject, text, html, entry }]
    if (!listener.phoneNumber) return []
    return [{ ...whole, to: dialable(listener.phoneNumber), kind: referralText, text: sms }]
  })

/** Notifies the receiving organization of a referral that arrived or is still waiting, except its creator. */
export async function notifyRecipients(
  database: Database,
  product: Product,
  news: ReferralNews,
  kind: 'incoming' | 'opened' | 'reminder' | 'nudge' | 'statusChange',
) {
  const listeners = (await listCaseworkers(database, news.recipientOrganizationId)).filter(
    ({ id }) => id !== news.actorId && (kind !== 'incoming' || id !== news.createdById),
  )
  await notifyEach(database, product, news, listeners, kind)
}

/**
 * Notifies the recipient's side that a promised time ends soon, or has ended: these people if they still work there;
 * otherwise everybody before, and the admins after it.
 */
export async function notifyDue(
  database: Database,
  product: Product,
  news: ReferralNews,
  kind: 'dueSoon' | 'overdue',
  holders: readonly (string | null)[],
) {
  const all = await listCaseworkers(database, news.recipientOrganizationId)
  const held = all.filter(({ id }) => holders.includes(id))
  const others = kind === 'dueSoon' ? all : await listAdmins(database, news.recipientOrganizationId)
  await notifyEach(database, product, news, held.length > 0 ? held : others, kind)
}

/**
 * Notifies the recipient's side of what the sender did with a referral: these people if they still work there;
 * otherwise everybody. The creator is notified in another way.
 */
export async function notifyHolders(
  database: Database,
  product: Product,
  news: ReferralNews,
  holders: readonly (string | null)[],
) {
  const all = await listCaseworkers(database, news.recipientOrganizationId)
  const held = all.filter(({ id }) => holders.includes(id))
  const notified = (held.length > 0 ? held : all).filter(({ id }) => id !== news.actorId && id !== news.createdById)
  await notifyEach(database, product, news, notified, 'statusChange')
}

/** Notifies whoever was given a referral of their organization, as of one that is directed to them. */
export async function notifyAssignee(database: Database, product: Product, news: ReferralNews, assigneeId: string) {
  if (assigneeId === news.actorId) return
  const assignee = await listListeners(database, [assigneeId])
  await notifyEach(database, product, { ...news, directedToId: assigneeId }, assignee, 'assigned')
}

/** Several referrals that one act gave to an account. */
interface Assignments {
  /** identifies them in the messages' keys */
  key: string
  about: MessageCause
  assigneeId: string
  referrals: readonly { isInternal: boolean; isUrgent: boolean }[]
}

/** Notifies somebody once of several referrals, on each channel of those that they want to learn of there. */
export async function notifyOfAssignments(
  database: Database,
  product: Product,
  { key, about, assigneeId, referrals }: Assignments,
) {
  const [listener] = await listListeners(database, [assigneeId])
  if (!listener) return
  const messages = (['email', 'sms'] as const).flatMap((channel) => {
    const wanted = referrals.filter(({ isInternal }) =>
      channelsFor(listener.preference, { kind: 'assigned', isInternal, isDirectedToMe: true }).includes(channel),
    )
    const facts = { count: wanted.length, isUrgent: wanted.some(({ isUrgent }) => isUrgent) }
    const wordsIn = (language: Language) => writeAssignments(facts, language, product)
    const notice = { listener, channels: [channel], wordsIn, about, event: `referrals-assigned:${key}` }
    return wanted.length > 0 ? messagesOf(notice) : []
  })
  await sendMessages(database, messages)
}

const listCreator = (database: Database, { senderOrganizationId, createdById }: ReferralNews) =>
  listCaseworker(database, senderOrganizationId, createdById)

/** Confirms to a referral's creator that it was sent. */
export async function confirmToCreator(database: Database, product: Product, news: ReferralNews) {
  await notifyEach(database, product, news, await listCreator(database, news), 'confirmation')
}

/**
 * Notifies a referral's creator that its status changed, unless they changed it themselves; if that account no longer
 * does casework there, the sending organization's admins.
 */
export async function notifyCreator(database: Database, product: Product, news: ReferralNews) {
  if (news.actorId === news.createdById) return
  const creator = await listCreator(database, news)
  const notified = creator.length > 0 ? creator : await listAdmins(database, news.senderOrganizationId)
  const others = notified.filter(({ id }) => id !== news.actorId)
  await notifyEach(database, product, news, others, 'statusChange')
}

/** Notifies the sending organization's admins that something was shared without a recorded consent. */
export async function notifyAdmins(database: Database, product: Product, news: ReferralNews) {
  const admins = await listAdmins(database, news.senderOrganizationId)
  const others = admins.filter(({ id }) => id !== news.actorId)
  await notifyEach(database, product, news, others, 'override')
}

/** The recipient of a message notification, with the organization that wrote and the number of unread messages. */
export interface MessageReader {
  accountId: string
  writer: string
  messageCount: number
}

/** Notifies people of unread messages. */
export async function notifyOfMessages(
  database: Database,
  product: Product,
  news: ReferralNews,
  readers: readonly MessageReader[],
) {
  const listeners = new Map(
    (
      await listListeners(
        database,
        readers.map(({ accountId }) => accountId),
      )
    ).map((one) => [one.id, one]),
  )
  for (const { accountId, ...unread } of readers) {
    const listener = listeners.get(accountId)
    if (listener)
      await notifyEach(database, product, { ...news, facts: { ...news.facts, ...unread } }, [listener], 'message')
  }
}

/**
 * Notifies the recipient's account that made a request of its answer; if that account no longer does casework there,
 * the organization's caseworkers.
 */
export async function notifyRequester(
  database: Database,
  product: Product,
  news: ReferralNews,
  askerId: string | null,
) {
  const asker = await listCaseworker(database, news.recipientOrganizationId, askerId)
  const notified = asker.length > 0 ? asker : await listCaseworkers(database, news.recipientOrganizationId)
  await notifyEach(database, product, news, notified, 'statusChange')
}

/** What a person did with their own record, or staff for them. */
export interface OwnAct {
  /** With the account and the channel it is the message's key. */
  eventId: string
  what: RecordNews
  contactId: string
  organizationId: string
  /** Who did it, and is not notified; none, if the person came by a link. */
  actorId: string | null
  /** Who asked the person for it, and is notified instead of the others while they work there. */
  askedBy?: string | null
  /** Whom else of the organization it concerns. */
  concerned?: readonly string[]
}

/**
 * Notifies the admins of the organization that keeps a person's record, or its staff if it has none, and those of its
 * staff whom it concerns. Whoever wants no notifications about changes of referrals at all gets none.
 */
export const notifyKeepers = (database: Database, product: Product, { contactId, ...act }: OwnAct) =>
  notifyOfRecord(database, product, { ...act, path: `/people/${contactId}` })

/** A link to a person whose message failed, and the page that lists it. */
interface UndeliveredLink {
  messageId: string
  sentBy: string | null
  organizationId: string
  page: string
  pageId: string
}

/** Notifies whoever sent a link to a person that it did not arrive; if they left, as {@link notifyKeepers} does. */
export const notifyOfUndeliveredLink = (
  database: Database,
  product: Product,
  { messageId, sentBy, organizationId, page, pageId }: UndeliveredLink,
) =>
  notifyOfRecord(database, product, {
    ...{ eventId: messageId, what: 'linkLost', path: `/${page}/${pageId}`, organizationId },
    ...{ actorId: null, askedBy: sentBy },
  })

async function notifyOfRecord(database: Database, product: Product, act: Omit<OwnAct, 'contactId'> & { path: string }) {
  const { eventId, what, path, organizationId, actorId, askedBy, concerned = [] } = act
  const staff = await listCaseworkers(database, organizationId)
  const asked = staff.filter(({ id }) => id === askedBy)
  const admins = asked.length > 0 ? asked : await listAdmins(database, organizationId)
  const keepers = admins.length > 0 ? admins : staff
  const others = staff.filter(({ id }) => concerned.includes(id) && !keepers.some((keeper) => keeper.id === id))
  const notified = [...keepers, ...others]
  const wordsIn = inEachLanguage((language) => writeRecordNotice(what, path, language, product))
  const notices = notified
    .filter(({ id }) => id !== actorId)
    .map((listener) => {
      const allowed = [true, false].flatMap((isInternal) =>
        channelsFor(listener.preference, { kind: 'statusChange', isInternal }),
      )
      const about = { accountId: actorId, organizationId }
      return { listener, channels: [...new Set(allowed)], wordsIn, about, event: `${what}:${eventId}` }
    })
  await sendMessages(database, notices.flatMap(messagesOf))
}
