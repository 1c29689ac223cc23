import { type Listener, listListeners } from '#identity/preferences/server/preferences-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import type { Database } from '#platform/server/database.ts'
import { hours, type MessageCause, type MessageKind } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { channelsFor, type NoticeChannel, type NoticeKind } from '../notice-policy.ts'
import { listAdmins, listCaseworkers } from './audience-queries.ts'
import {
  type Product,
  type RecordNews,
  type ReferralFacts,
  writeRecordNotice,
  writeReferralNotice,
} from './referral-notice.ts'

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

async function tell(database: Database, product: Product, news: ReferralNews, listener: Listener, kind: NoticeKind) {
  const isInternal = news.senderOrganizationId === news.recipientOrganizationId
  const channels = channelsFor(listener.preference, {
    kind,
    isInternal,
    isDirectedToMe: news.directedToId === listener.id,
  })
  if (channels.length === 0) return
  const words = writeReferralNotice(kind, news.facts, listener.language, product)
  const about = { accountId: news.actorId, organizationId: news.senderOrganizationId }
  await send(database, listener, { channels, words, about, event: `referral-event:${news.eventId}` })
}

interface Notice {
  channels: readonly NoticeChannel[]
  words: ReturnType<typeof writeReferralNotice>
  about: MessageCause
  /** The beginning of the messages' keys. */
  event: string
}

async function send(database: Database, listener: Listener, { channels, words, about, event }: Notice) {
  for (const channel of channels) {
    const key = `${event}:${listener.id}:${channel}`
    if (channel === 'email')
      await sendMessage(database, {
        channel,
        to: listener.email,
        kind: referralNotice,
        about,
        expiresOn: null,
        subject: words.subject,
        text: words.text,
        html: words.html,
        key,
      })
    else if (listener.phoneNumber)
      await sendMessage(database, {
        channel,
        to: dialable(listener.phoneNumber),
        kind: referralText,
        about,
        expiresOn: null,
        text: words.sms,
        key,
      })
  }
}

/** Notifies the receiving organization of a referral that arrived or is still waiting, except its creator. */
export async function notifyRecipients(
  database: Database,
  product: Product,
  news: ReferralNews,
  kind: 'incoming' | 'reminder' | 'statusChange',
) {
  for (const listener of await listCaseworkers(database, news.recipientOrganizationId))
    if (listener.id !== news.actorId && (kind !== 'incoming' || listener.id !== news.createdById))
      await tell(database, product, news, listener, kind)
}

/** Confirms to a referral's creator that it was sent. */
export async function confirmToCreator(database: Database, product: Product, news: ReferralNews) {
  for (const listener of await listListeners(database, [news.createdById]))
    await tell(database, product, news, listener, 'confirmation')
}

/**
 * Notifies a referral's creator that its status changed, unless they changed it themselves; if their account is no
 * longer active, the sending organization's admins.
 */
export async function notifyCreator(database: Database, product: Product, news: ReferralNews) {
  if (news.actorId === news.createdById) return
  const creator = await listListeners(database, [news.createdById])
  const told = creator.length > 0 ? creator : await listAdmins(database, news.senderOrganizationId)
  for (const listener of told)
    if (listener.id !== news.actorId) await tell(database, product, news, listener, 'statusChange')
}

/** Notifies the sending organization's admins that something was shared without a recorded consent. */
export async function notifyAdmins(database: Database, product: Product, news: ReferralNews) {
  for (const listener of await listAdmins(database, news.senderOrganizationId))
    if (listener.id !== news.actorId) await tell(database, product, news, listener, 'override')
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
    if (listener) await tell(database, product, { ...news, facts: { ...news.facts, ...unread } }, listener, 'message')
  }
}

/**
 * Notifies the recipient's account that made a request of its answer; if that account is no longer active, the
 * organization's caseworkers.
 */
export async function notifyRequester(
  database: Database,
  product: Product,
  news: ReferralNews,
  askerId: string | null,
) {
  const asker = await listListeners(database, askerId ? [askerId] : [])
  const told = asker.length > 0 ? asker : await listCaseworkers(database, news.recipientOrganizationId)
  for (const listener of told) await tell(database, product, news, listener, 'statusChange')
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
}

/**
 * Notifies the admins of the organization that keeps a person's record, or its staff if it has none. Whoever wants no
 * notifications about changes of referrals at all gets none.
 */
export async function notifyKeepers(database: Database, product: Product, act: OwnAct) {
  const { eventId, what, contactId, organizationId, actorId } = act
  const admins = await listAdmins(database, organizationId)
  for (const listener of admins.length > 0 ? admins : await listCaseworkers(database, organizationId)) {
    if (listener.id === actorId) continue
    const allowed = [true, false].flatMap((isInternal) =>
      channelsFor(listener.preference, { kind: 'statusChange', isInternal }),
    )
    await send(database, listener, {
      channels: [...new Set(allowed)],
      words: writeRecordNotice(what, contactId, listener.language, product),
      about: { accountId: actorId, organizationId },
      event: `${what}:${eventId}`,
    })
  }
}
