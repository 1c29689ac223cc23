import { type RawBuilder, sql } from 'kysely'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { containing, personRecord } from '#identity/people/server/people-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { ReferralInList, ReferralSearch } from '../referral-call.ts'
import { isConfirmable, recipientHasPeople } from './held-queries.ts'
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
      (select count(*)::int from referral_message message where message.referral_id = referral.id and message.author_id <> ${me.accountId}::uuid
        and message.sequence > coalesce((select last_sequence from referral_read seen where seen.referral_id = referral.id and seen.account_id = ${me.accountId}::uuid), 0)) end as unread_count,
    (${isMine} and ${isConfirmable} and ${recipientHasPeople}) as waits_for_confirmation`
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

/** The filters of a list. Only the sender sees what was not sent; referrals entered in error are in no list. */
function conditions(me: Caseworker, query: ReferralSearch) {
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
  if (query.contactId && !isIncoming)
    parts.push(
      sql`(referral.request_id in (select id from referral_request where contact_id = ${query.contactId}::uuid)
        or referral.id in (select referral_id from referral_person where contact_id = ${query.contactId}::uuid))`,
    )
  if (query.assigned === 'me') parts.push(sql`referral.assignee_id = ${me.accountId}::uuid`)
  if (query.assigned === 'nobody') parts.push(sql`referral.assignee_id is null`)
  if (query.search) parts.push(sql`referral.search_text like ${containing(query.search)}`)
  if (query.search && isIncoming) parts.push(isFoundByRecipient(query.search))
  return parts
}

/** The referrals that an organization sent or received, newest or oldest first. IDs first, then rows. */
export async function listReferrals(database: Database, me: Caseworker, query: ReferralSearch) {
  const after = readCursor(query.cursor, [Timestamp, Id])
  const parts = conditions(me, query)
  const isNewestFirst = query.sort === 'newest'
  if (after)
    parts.push(
      isNewestFirst
        ? sql`(referral.created_on, referral.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql`(referral.created_on, referral.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  const order = isNewestFirst ? sql`referral.created_on desc, referral.id desc` : sql`referral.created_on, referral.id`
  const { rows } = await sql<ListRow>`
    with page as materialized (select referral.id from referral where ${both(parts)} order by ${order} limit ${query.limit + 1})
    select ${listColumns(me)} from page join referral on referral.id = page.id ${listJoins} order by ${order}`.execute(
    database,
  )
  await recordListed(database, me, rows.slice(0, query.limit))
  return pageFrom(
    rows.map((row) => asListed(row, me)),
    query.limit,
    (row) => [row.createdOn, row.id],
  )
}
