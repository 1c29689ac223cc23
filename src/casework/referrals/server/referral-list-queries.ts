import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { seenSequence } from '#casework/message-receipts/server/message-receipts-public.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { containing, personRecord } from '#identity/people/server/people-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import {
  type ReferralInList,
  type ReferralList,
  ReferralSearch,
  referralLists,
  type WholeReferralSearch,
} from '../referral-call.ts'
import { needsConfirmation, recipientHasPeople } from './held-queries.ts'
import { isLate } from './late-referrals.ts'
import { waitsForNextTry } from './next-try.ts'
import { recipientVisibility } from './referral-visibility.ts'

type Caseworker = Pick<Actor, 'accountId'> & { organizationId: string }

export interface ListRow
  extends Omit<
    ReferralInList,
    'direction' | 'referringOrganization' | 'referredToOrganization' | 'assignee' | 'personName'
  > {
  senderOrganizationId: string
  recipientOrganizationId: string
  senderName: string
  recipientName: string
  assigneeId: string | null
  assigneeName: string | null
  firstName: string | null
  lastInitial: string | null
  lastMessageOn: string | null
  contactId: string
}

/**
 * The columns of a list, with names cut to first name and initial. The sender's side reads its own record; the
 * recipient's side reads what was shared, as far as it may still see it.
 */
export const listColumns = (me: Caseworker) => {
  const isMine = sql`referral.sender_organization_id = ${me.organizationId}::uuid`
  const isWhole = sql`(${isMine} or ${recipientVisibility} = 'whole')`
  const own = (mine: RawBuilder<unknown>, shared: RawBuilder<unknown>) =>
    sql`case when ${isMine} then ${mine} when ${recipientVisibility} in ('name', 'whole') then ${shared} end`
  return sql`
    referral.id, request.contact_id, referral.status, request.need, request.urgency, request.needed_by, referral.service_id, service.name as service_name,
    referral.sender_organization_id, referral.recipient_organization_id, sender.name as sender_name, recipient.name as recipient_name,
    referral.assignee_id, ${accountName(sql`referral.assignee_id`)} as assignee_name,
    ${own(sql`person.first_name`, sql`referral.snapshot ->> 'firstName'`)} as first_name,
    left(${own(sql`person.last_name`, sql`referral.snapshot ->> 'lastName'`)}, 1) as last_initial,
    case when ${isMine} or ${recipientVisibility} in ('name', 'whole') then
      (select count(*)::int from referral_person other where other.referral_id = referral.id
        and (referral.sent_on is null or other.snapshot is not null)) else 0 end as others_count,
    referral.sent_on, case when referral.recipient_confirmed_on is not null then referral.response_due_on end as response_due_on, referral.review_on, referral.outcome, referral.status_changed_on, referral.created_on, referral.last_message_on, referral.version,
    case when ${isWhole} then referral.reason end as reason,
    case when referral.message_count = 0 or not ${isWhole} then 0 else
      (select count(*)::int from referral_message message where message.referral_id = referral.id and message.author_id is distinct from ${me.accountId}::uuid
        and message.sequence > coalesce((select last_sequence from referral_read seen where seen.referral_id = referral.id and seen.account_id = ${me.accountId}::uuid), 0)) end as unread_count,
    case when referral.message_count = 0 or not ${isWhole} then 0 else
      (select count(*)::int from referral_message message where message.referral_id = referral.id
        and message.organization_id <> ${me.organizationId}::uuid
        and message.sequence > ${seenSequence(sql`referral`, me.organizationId)}) end as team_unread_count,
    (${isMine} and ${needsConfirmation} and ${recipientHasPeople}) as waits_for_confirmation, ${isLate} as is_late,
    (${isMine} and ${isBeingSent}) as is_being_sent,
    referral.promise_stage, referral.promise_due_on`
}

export const listJoins = sql`
  join referral_request request on request.id = referral.request_id
  join ${personRecord.as('person')} on person.id = request.contact_id
  join ${organizationNames.as('sender')} on sender.id = referral.sender_organization_id
  join ${organizationNames.as('recipient')} on recipient.id = referral.recipient_organization_id
  left join ${serviceNames.as('service')} on service.id = referral.service_id`

/** Needs and reasons are more than a name: records that these people were listed, if the list names them. */
export const recordListed = (database: Database, me: Caseworker, rows: readonly ListRow[]) =>
  recordAccess(
    database,
    me,
    rows.filter((row) => row.firstName !== null).map((row) => row.contactId),
    { way: 'referral-list' },
  )

/** Converts a row to the response. */
export function asListed(row: ListRow, me: Caseworker): ReferralInList {
  const {
    senderOrganizationId,
    recipientOrganizationId,
    senderName,
    recipientName,
    assigneeId,
    assigneeName,
    firstName,
    lastInitial,
    lastMessageOn,
    contactId,
    ...rest
  } = row
  const isSender = senderOrganizationId === me.organizationId
  return {
    ...rest,
    direction: isSender ? (recipientOrganizationId === me.organizationId ? 'internal' : 'outgoing') : 'incoming',
    personName: !firstName ? null : lastInitial ? `${firstName} ${lastInitial.toUpperCase()}.` : firstName,
    referringOrganization: { id: senderOrganizationId, name: senderName },
    referredToOrganization: { id: recipientOrganizationId, name: recipientName },
    assignee: assigneeId && assigneeName ? { id: assigneeId, name: assigneeName } : null,
  }
}

const isBeingSent = sql`(referral.status = 'Draft' and exists (select from referral_sending sending
  where sending.referral_id = referral.id and sending.sends_on is not null))`
/** A draft that could not be sent when its time came. */
const wasRefused = sql`(referral.status = 'Draft' and exists (select from referral_sending sending
  where sending.referral_id = referral.id and sending.refused is not null))`

/** For the recipient's side: it was sent and is not held. Otherwise it does not exist for them. */
export const isOpenToRecipient = sql`referral.recipient_confirmed_on is not null`

/** Discarded drafts are in no list. */
export const isNotDiscarded = sql`(referral.status <> 'Recalled' or referral.sent_on is not null)`

const both = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

/** `search_text` contains the full name: if the recipient sees only the short name, only that can be searched. */
const isFoundByRecipient = (search: string) => sql`case ${recipientVisibility}
  when 'whole' then true
  when 'name' then plain_text(concat_ws(' ', referral.snapshot ->> 'firstName', left(referral.snapshot ->> 'lastName', 1),
    (select name from ${organizationNames.as('o')} where o.id = referral.sender_organization_id), (select name from ${serviceNames.as('s')} where s.id = referral.service_id)))
    like ${containing(search)}
  else false end`

/** Whether somebody else wrote a message that this account has not read; over `referral`. */
export const hasUnread = (
  me: Pick<Caseworker, 'accountId'>,
) => sql<boolean>`exists (select from referral_message message
  where message.referral_id = referral.id and message.author_id is distinct from ${me.accountId}::uuid
    and message.sequence > coalesce((select last_sequence from referral_read seen where seen.referral_id = referral.id and seen.account_id = ${me.accountId}::uuid), 0))`

/** The lists that everybody has; over `referral`, on one side of it. */
function ofList(me: Caseworker, list: ReferralList, isIncoming: boolean): RawBuilder<unknown> {
  if (list === 'late') return isLate
  if (list === 'mine')
    return isIncoming
      ? sql`referral.assignee_id = ${me.accountId}::uuid`
      : sql`referral.created_by = ${me.accountId}::uuid`
  if (list === 'unread')
    return sql`referral.last_message_on is not null ${isIncoming ? sql`and ${recipientVisibility} = 'whole'` : sql``} and ${hasUnread(me)}`
  return isIncoming
    ? sql`referral.status in ('Sent', 'In Review')`
    : sql`((referral.reopen_asked_on is not null and referral.reopen_answered_on is null)
        or (${needsConfirmation} and ${recipientHasPeople})
        or ${wasRefused}
        or (referral.status_changed_on > now() - interval '30 days' and ${waitsForNextTry}))`
}

/** The filters of a list. Only the sender sees what was not sent; referrals entered in error are in no list. */
function conditions(me: Caseworker, query: WholeReferralSearch) {
  const isIncoming = query.direction === 'incoming'
  const parts = [
    isIncoming
      ? sql`referral.recipient_organization_id = ${me.organizationId}::uuid and referral.status not in ('Draft', 'Entered In Error') and ${isOpenToRecipient}`
      : sql`referral.sender_organization_id = ${me.organizationId}::uuid and referral.status <> 'Entered In Error' and ${isNotDiscarded}`,
  ]
  if (query.status?.length) parts.push(sql`referral.status = any(${query.status}::text[])`)
  if (query.need?.length)
    parts.push(
      sql`exists (select from referral_request r where r.id = referral.request_id and r.need = any(${query.need}::text[]))`,
    )
  if (query.urgency?.length)
    parts.push(
      sql`exists (select from referral_request r where r.id = referral.request_id and r.urgency = any(${query.urgency}::text[]))`,
    )
  // Nobody can look for a person whom another organization sent.
  if (query.contactId && isIncoming) parts.push(sql`referral.sender_organization_id = ${me.organizationId}::uuid`)
  if (query.contactId)
    parts.push(
      sql`(referral.request_id in (select id from referral_request where contact_id = ${query.contactId}::uuid)
        or referral.id in (select referral_id from referral_person where contact_id = ${query.contactId}::uuid))`,
    )
  if (query.assigned === 'me') parts.push(sql`referral.assignee_id = ${me.accountId}::uuid`)
  if (query.assigned === 'nobody') parts.push(sql`referral.assignee_id is null`)
  if (query.list) parts.push(ofList(me, query.list, isIncoming))
  if (query.ids) parts.push(sql`referral.id = any(${query.ids}::uuid[])`)
  if (query.search) parts.push(sql`referral.search_text like ${containing(query.search)}`)
  if (query.search && isIncoming) parts.push(isFoundByRecipient(query.search))
  return parts
}

/** A place in a list, as a cursor: whether among the late ones, when made, and the ID. */
type Place = readonly [group: string, createdOn: string, id: string]

/** Part of a list in one order, after a place in it. */
const inOrder = (parts: RawBuilder<unknown>[], order: Order, after: Place | null, limit: number) => {
  const place = after && sql`(${after[1]}::timestamptz, ${after[2]}::uuid)`
  const rest = place
    ? [
        order.falls
          ? sql`(referral.created_on, referral.id) < ${place}`
          : sql`(referral.created_on, referral.id) > ${place}`,
      ]
    : []
  const by = order.falls ? sql`referral.created_on desc, referral.id desc` : sql`referral.created_on, referral.id`
  return sql`(select referral.id, ${sql.lit(order.group)}::int as group_number, row_number() over (order by ${by}) as place
    from referral where ${both([...parts, ...order.only, ...rest])} order by ${by} limit ${limit})`
}
interface Order {
  group: number
  falls: boolean
  only: RawBuilder<unknown>[]
}
/** The groups of a list, one after the other. */
const ordersOf: Record<ReferralSearch['sort'], Order[]> = {
  newest: [{ group: 0, falls: true, only: [] }],
  oldest: [{ group: 0, falls: false, only: [] }],
  late: [
    { group: 0, falls: false, only: [isLate] },
    { group: 1, falls: true, only: [sql`not ${isLate}`] },
  ],
}

/** The IDs of a page in its order, with one more than asked for if there are more. */
function pageIds(me: Caseworker, query: ReferralSearch) {
  const after = readCursor(query.cursor, [z.enum(['0', '1']), Timestamp, Id]) as Place | null
  const parts = conditions(me, query)
  const orders = ordersOf[query.sort].filter(({ group }) => !after || group >= Number(after[0]))
  const pages = orders.map((order) =>
    inOrder(parts, order, after && Number(after[0]) === order.group ? after : null, query.limit + 1),
  )
  return sql`select id, group_number, place from (${sql.join(pages, sql` union all `)}) each order by group_number, place limit ${query.limit + 1}`
}

/**
 * The lists as the screens open them: incoming ones with what is late first. An index has each of them in its
 * order, whoever asks: planning them again takes longer than reading a page. See docs/decisions/0429-prepared-lists.md.
 */
const isPlain = ({ direction, status, need, urgency, contactId, assigned, ids, search, sort }: ReferralSearch) =>
  (sort === 'newest' || (sort === 'late' && direction === 'incoming')) &&
  !status?.length &&
  !need?.length &&
  !urgency?.length &&
  !contactId &&
  !assigned &&
  !ids &&
  !search

/** The referrals that an organization sent or received. IDs first, then rows. */
export async function listReferrals(database: Database, me: Caseworker, query: ReferralSearch) {
  const { rows } = await sql<ListRow & { groupNumber: number }>`
    with page as materialized (${pageIds(me, query)})
    select ${listColumns(me)}, page.group_number from page join referral on referral.id = page.id ${listJoins}
    order by page.group_number, page.place ${isPlain(query) ? prepared : sql``}`.execute(database)
  await recordListed(database, me, rows.slice(0, query.limit))
  const groups = new Map(rows.map((row) => [row.id, row.groupNumber]))
  return pageFrom(
    rows.map(({ groupNumber, ...row }) => asListed(row, me)),
    query.limit,
    (row) => [String(groups.get(row.id)), row.createdOn, row.id],
  )
}

/** The first referrals that match the filters, with their versions; nothing about people. */
export async function listSelection(database: Database, me: Caseworker, query: WholeReferralSearch, most: number) {
  const { rows } = await sql<{ id: string; version: number }>`
    with page as materialized (${pageIds(me, { ...query, limit: most })})
    select referral.id, referral.version from page join referral on referral.id = page.id
    order by page.group_number, page.place`.execute(database)
  return { referrals: rows.slice(0, most), hasMore: rows.length > most }
}

/** How many referrals are in each list that everybody has, on one side; counting stops at the limit. */
export async function countLists(
  database: Database,
  me: Caseworker,
  direction: ReferralSearch['direction'],
  most: number,
) {
  const query = ReferralSearch.parse({ direction })
  const counts = referralLists.map(
    (list) =>
      sql`(select count(*)::int from (select from referral where ${both(conditions(me, { ...query, list }))} limit ${most}) each) as ${sql.id(list)}`,
  )
  const { rows } = await sql<Record<ReferralList, number>>`select ${sql.join(counts)}`.execute(database)
  return rows[0] as Record<ReferralList, number>
}
