import { sql } from 'kysely'
import { accountIsActive, accountName, accountPerson } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { MessageCause } from '#platform/server/message-kind.ts'
import { maySeeNote, maySeeTicket } from '../help-desk-policy.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { type Follower, listFollowers } from './merging/follower-queries.ts'
import { type Subscriber, subscriberColumns } from './subscriber.ts'
import type { LockedTicket } from './support-request-queries.ts'
import { sendTicketMail } from './ticket-mail.ts'

export interface TicketNews {
  kind: 'status' | 'note' | 'screenshot' | 'screenshotReplaced' | 'assignee' | 'merged' | 'unmerged'
  /** identifies the change: combined with the account it is the message's key, so that nobody is notified twice */
  key: string
  from?: string
  to?: string
  /** for a note: who may be notified, and whom it mentions; mentioned people always are */
  visibility?: 'public' | 'internal'
  mentioned?: readonly string[]
  /** for a note: its text, and whether it reopened a closed ticket */
  noteText?: string
  isReopened?: boolean
  /** for a note: whether it waits for support's answer, or is one */
  speaks?: 'question' | 'answer'
  /** for a note: the ticket in which it is answered, if it is another one */
  answeredIn?: string
  /** the new assignee, if any */
  assigneeId?: string | null
  /** for a merge: the ticket where support continues */
  into?: { ticketNumber: string; organizationId: string | null; createdBy: string }
}

/** The ticket's assignee, unless they want no mail about answers in their tickets. */
const assigneeToNotify = (id: string) => sql`union select t.assignee_id from support_request t
  where t.id = ${id}::uuid and not exists (
    select from help_desk_preference p where p.account_id = t.assignee_id and not p.mails_of_answers)`

/** A person to notify, and whether they turned on e-mail updates. */
type TicketReader = Subscriber & { isSubscribed: boolean }

/**
 * People who turned on e-mail updates for a ticket or are mentioned, have an active account, and may see the ticket and
 * its news.
 */
export async function listSubscribers(
  database: Database,
  ticket: Pick<LockedTicket, 'id' | 'organizationId' | 'createdBy'>,
  {
    visibility = 'public',
    mentioned = [],
    speaks,
    answeredIn = ticket.id,
  }: Pick<TicketNews, 'visibility' | 'mentioned' | 'speaks' | 'answeredIn'> = {},
) {
  const { rows } = await sql<TicketReader>`
    select ${subscriberColumns}, exists (
      select from support_request_subscription s where s.support_request_id = ${ticket.id}::uuid and s.account_id = reader.id) as is_subscribed
    from ${accountPerson.as('reader')}
    where reader.id in (
        select account_id from support_request_subscription where support_request_id = ${ticket.id}::uuid
        union select unnest(${mentioned}::uuid[])
        ${speaks === 'question' ? assigneeToNotify(answeredIn) : sql``})
      and ${accountIsActive('reader')}
    order by reader.id ${prepared}`.execute(database)
  return rows.filter((subscriber) => maySeeNote(subscriber, ticket, { visibility }))
}

async function nameOf(database: Database, accountId: string) {
  const { rows } = await sql<{ name: string }>`
    select ${accountName(sql`${accountId}::uuid`)} as name ${prepared}`.execute(database)
  return rows[0]?.name ?? ''
}

const assigneeKind = ({ assigneeId }: TicketNews, readerId: string) =>
  assigneeId === readerId ? 'assignedToYou' : assigneeId ? 'assignee' : 'unassigned'

/** The kind of text for a reader of the ticket. */
function kindFor(news: TicketNews, reader: Subscriber) {
  if (news.mentioned?.includes(reader.accountId)) return 'mention'
  if (news.visibility === 'internal') return 'internalNote'
  if (news.kind === 'assignee') return assigneeKind(news, reader.accountId)
  if (news.into && !maySeeTicket(reader, news.into)) return 'mergedHidden'
  if (news.isReopened) return 'reopened'
  return news.speaks === 'answer' ? 'answer' : news.kind
}

/**
 * People who are notified because they subscribed to a ticket that is merged with this one, and still see that one.
 * Most tickets have no merges and need no query.
 */
const followersOf = async (database: Database, ticket: Merges) =>
  ticket.mergedInto || ticket.mergedCount > 0
    ? (await listFollowers(database, ticket.id)).filter((one) => maySeeTicket(one, one.through))
    : []
type Merges = Pick<LockedTicket, 'id' | 'mergedInto' | 'mergedCount'>

/** The subscribers of a ticket, with the merged ticket to which they subscribed, if it is another one. */
export async function listWatchers(database: Database, ticket: Merges & Parameters<typeof maySeeTicket>[1]) {
  const direct = (await listSubscribers(database, ticket)).map((one) => ({ ...one, by: null }))
  const followers = (await followersOf(database, ticket)).filter((one) => maySeeTicket(one, ticket))
  const wholeName = (one: Subscriber) => `${one.firstName} ${one.lastName}`
  return [...direct, ...followers.map((one) => ({ ...one, by: one.through.ticketNumber }))]
    .sort((a, b) => wholeName(a).localeCompare(wholeName(b)))
    .map(({ accountId: id, email, firstName, lastName, isOnHold, by }) => ({
      id,
      email,
      contact: { firstName, lastName },
      through: by,
      isOnHold,
    }))
}

/**
 * Sends one mail to each subscriber, except the author of the change. Subscribers of a ticket that was merged into this
 * one who do not see this one are notified only of its status, as news of their own ticket and without names.
 */
export async function notifySubscribers(
  services: HelpDeskServices,
  ticket: LockedTicket,
  actor: Pick<Actor, 'accountId'>,
  news: TicketNews,
) {
  const { database } = services
  const isToBeNotified = ({ accountId, isOnHold }: Subscriber) => accountId !== actor.accountId && !isOnHold
  const told: (Subscriber & { isSubscribed?: boolean; through?: Follower['through'] })[] = (
    await listSubscribers(database, ticket, news)
  ).filter(isToBeNotified)
  const followers = (await followersOf(database, ticket)).filter(isToBeNotified)
  const known = new Set(told.map(({ accountId }) => accountId))
  for (const follower of followers)
    if (!known.has(follower.accountId) && maySeeNote(follower, ticket, { visibility: news.visibility ?? 'public' })) {
      known.add(follower.accountId)
      told.push(follower)
    }
  const about = { accountId: actor.accountId, organizationId: null }
  if (news.kind === 'status') await notifyOutsiders(services, ticket, about, followers, news)
  if (news.isReopened)
    await notifyOutsiders(services, ticket, about, followers, { ...news, from: 'Closed', to: 'Open' })
  if (told.length === 0) return
  const [who, assignee] = await Promise.all([
    nameOf(database, actor.accountId),
    news.assigneeId ? nameOf(database, news.assigneeId) : '',
  ])
  const words = { who, assignee, into: news.into?.ticketNumber ?? '', from: news.from, to: news.to }
  await Promise.all(
    told.map((reader) =>
      sendTicketMail(services, {
        ticket,
        reader,
        about,
        kind: kindFor(news, reader),
        words,
        noteText: news.noteText,
        visibility: news.visibility ?? 'public',
        through: reader.through,
        isAssigned: reader.isSubscribed === false,
        key: `${news.kind}:${news.key}`,
      }),
    ),
  )
}

/** Notifies people whose ticket was merged into one that they do not see of the new status of their own. */
async function notifyOutsiders(
  services: HelpDeskServices,
  ticket: LockedTicket,
  about: MessageCause,
  followers: Follower[],
  news: TicketNews,
) {
  for (const { through, isBelow, ...reader } of followers)
    if (isBelow && !maySeeTicket(reader, ticket))
      await sendTicketMail(services, {
        ticket: through,
        reader,
        about,
        kind: 'followed',
        words: { from: news.from, to: news.to },
        visibility: 'public',
        key: `followed:${through.id}:${news.key}`,
      })
}
