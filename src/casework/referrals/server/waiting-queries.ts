import { type RawBuilder, sql } from 'kysely'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { Waiting, WaitingReferral } from '../referral-call.ts'
import { needsConfirmation, recipientHasPeople } from './held-queries.ts'
import { isLate } from './late-referrals.ts'
import { waitsForNextTry } from './next-try.ts'
import {
  asListed,
  hasUnread,
  isNotDiscarded,
  isOpenToRecipient,
  type ListRow,
  listColumns,
  listJoins,
  recordListed,
} from './referral-list-queries.ts'
import { isCaseworkerAt } from './referral-queries.ts'
import { recipientVisibility } from './referral-visibility.ts'

type Caseworker = Pick<Actor, 'accountId' | 'contactId' | 'roles'> & { organizationId: string }
type Row = ListRow & {
  waitsFor: WaitingReferral['waitsFor']
  waitsSince: string
  messageText: string | null
  messageOrganization: string | null
}

const shown = 20
const counted = 100
/** Unread messages are looked for in so many of the latest conversations of each side. */
const searched = 500
const excerpt = (text: string) => (text.length > 140 ? `${text.slice(0, 139)}…` : text)

/**
 * What waits for an account: referrals to answer, to assign, to confirm or to try elsewhere and requests to reopen (oldest
 * first), unread messages, and holds whose review date has come. Each branch uses its own index and stops at the counting
 * limit; a referral that waits for two reasons is listed once.
 */
const waitingIds = (me: Caseworker): RawBuilder<unknown> => {
  const unread = (organization: RawBuilder<unknown>) => sql`
    (select referral.id, 'message' as waits_for, referral.last_message_on as waits_since, 1 as rank from (
      select * from referral where ${organization} = ${me.organizationId}::uuid and last_message_on is not null
      order by last_message_on desc limit ${searched}) referral
    where referral.status not in ('Draft', 'Entered In Error')
      and (sender_organization_id = ${me.organizationId}::uuid or (${isOpenToRecipient} and ${recipientVisibility} = 'whole'))
      and (created_by = ${me.accountId}::uuid or recipient_organization_id = ${me.organizationId}::uuid)
      and ${hasUnread(me)}
    order by last_message_on desc limit ${counted})`
  return sql`
    (select referral.id, 'respond' as waits_for, referral.sent_on as waits_since, 0 as rank from referral
    where recipient_organization_id = ${me.organizationId}::uuid and status in ('Sent', 'In Review') and ${isOpenToRecipient}
    order by sent_on limit ${counted})
    union all
    (select referral.id, 'assign', referral.status_changed_on, 2 from referral
    where recipient_organization_id = ${me.organizationId}::uuid and status in ('Accepted', 'In Progress')
      and assignee_id is null and ${isOpenToRecipient} and ${recipientVisibility} = 'whole'
    order by status_changed_on limit ${counted})
    union all
    (select referral.id, 'reopen', referral.reopen_asked_on, 0 from referral
    where sender_organization_id = ${me.organizationId}::uuid and reopen_asked_on is not null and reopen_answered_on is null
      and status <> 'Entered In Error'
    order by reopen_asked_on limit ${counted})
    union all
    (select referral.id, 'confirm', referral.sent_on, 0 from referral
    where sender_organization_id = ${me.organizationId}::uuid and ${needsConfirmation} and ${recipientHasPeople}
    order by sent_on limit ${counted})
    union all ${unread(sql`sender_organization_id`)}
    union all ${unread(sql`recipient_organization_id`)}
    union all
    (select referral.id, 'review', referral.status_changed_on, 2 from referral
    where recipient_organization_id = ${me.organizationId}::uuid and status = 'On Hold' and review_on <= (select portal_day()) and ${isOpenToRecipient}
    order by review_on limit ${counted})
    union all ${nextTries(me)}
    union all ${unsent(me)}
    union all
    (select referral.id, 'answer', referral.help_denied_on, 0 from referral
    where sender_organization_id = ${me.organizationId}::uuid and help_denied_on is not null and status = 'Closed: Resolved'
    order by help_denied_on limit ${counted})
    ${hasRole(me, 'organization-admin') ? overridden(me) : sql``}`
}

/**
 * Referrals that ended without help and wait for another try: one's own, and for admins those of people who do no casework there
 * any more.
 */
const nextTries = (me: Caseworker) => {
  const ended = (whose: RawBuilder<unknown>) => sql`
    (select referral.id, 'next', referral.status_changed_on, 0 from referral
    where sender_organization_id = ${me.organizationId}::uuid and status_changed_on > now() - interval '30 days' and ${waitsForNextTry}
      and (reopen_asked_on is null or reopen_answered_on is not null) and ${whose}
    order by status_changed_on limit ${counted})`
  const mine = ended(sql`created_by = ${me.accountId}::uuid`)
  if (!hasRole(me, 'organization-admin')) return mine
  const orphaned = sql`not ${isCaseworkerAt(sql`referral.created_by`, sql`referral.sender_organization_id`)}`
  return sql`${mine} union all ${ended(orphaned)}`
}

/** Drafts that could not be sent when their time came: everybody who does casework there may send them. */
const unsent = (me: Caseworker) => sql`
    (select referral.id, 'unsent', referral.created_on, 0 from referral_sending sending
    join referral on referral.id = sending.referral_id
    where sending.refused is not null and referral.status = 'Draft'
      and referral.sender_organization_id = ${me.organizationId}::uuid
    order by referral.created_on limit ${counted})`

/** What colleagues shared without a recorded consent within a month, until this admin has viewed it. */
const overridden = (me: Caseworker) => sql`
    union all
    (select referral.id, 'override', referral.sent_on, 1 from referral
    where sender_organization_id = ${me.organizationId}::uuid and consent_override_reason is not null and status <> 'Entered In Error'
      and sent_on > now() - interval '30 days'
      and not exists (select from referral_event step where step.referral_id = referral.id and action = 'send' and actor_id = ${me.accountId}::uuid)
      and not exists (select from referral_read seen where seen.referral_id = referral.id and seen.account_id = ${me.accountId}::uuid and seen.read_on >= referral.sent_on)
    order by sent_on desc limit ${counted})`

const asWaiting = (row: Row, me: Caseworker): WaitingReferral => {
  const { waitsFor, waitsSince, messageText, messageOrganization, ...rest } = row
  const hasMessage = messageText !== null && messageOrganization !== null && rest.unreadCount > 0
  return {
    ...asListed(rest, me),
    waitsFor,
    waitsSince,
    lastMessage: hasMessage ? { organizationName: messageOrganization, text: excerpt(messageText) } : null,
  }
}

/** What an account sent recently, with what is new since they last viewed it. */
async function listSent(database: Database, me: Caseworker) {
  const { rows } = await sql<ListRow & { isNews: boolean }>`
    with page as materialized (select referral.id from referral
      where referral.created_by = ${me.accountId}::uuid and referral.sender_organization_id = ${me.organizationId}::uuid
        and referral.status <> 'Entered In Error' and ${isNotDiscarded}
      order by referral.status_changed_on desc limit 8)
    select ${listColumns(me)},
      referral.status_changed_by is distinct from ${me.accountId}::uuid and referral.status <> 'Draft'
        and referral.status_changed_on > coalesce((select read_on from referral_read seen where seen.referral_id = referral.id and seen.account_id = ${me.accountId}::uuid), '-infinity') as is_news
    from page join referral on referral.id = page.id ${listJoins}
    order by referral.status_changed_on desc ${prepared}`.execute(database)
  await recordListed(database, me, rows)
  const items = rows.map(({ isNews, ...row }) => ({ ...asListed(row, me), isNews }))
  return [...items.filter((item) => item.isNews), ...items.filter((item) => !item.isNews)]
}

/** What others wait for, longest first; then messages, newest first; then what is to be assigned or reviewed. */
const order = (of: RawBuilder<unknown>) =>
  sql`${of}.is_late desc, ${of}.rank, case when ${of}.rank = 1 then null else ${of}.waits_since end, ${of}.waits_since desc, ${of}.id`

/** What came and nobody opened, and is not on the first page: what is late or came before it must not hide it. */
const newNotShown = (me: Caseworker) => sql<number>`(select count(*)::int from (
    select from referral
    where recipient_organization_id = ${me.organizationId}::uuid and status = 'Sent' and ${isOpenToRecipient}
      and not exists (select from first where first.id = referral.id)
    order by sent_on desc limit ${counted}) each)`

/** The data of the home screen. */
export async function getWaiting(database: Database, me: Caseworker): Promise<Waiting> {
  const { rows } = await sql<Row & { count: number; newNotShown: number }>`
    with once as materialized (select distinct on (id) id, waits_for, waits_since, rank from (${waitingIds(me)}) each order by id, rank),
    waiting as materialized (select once.*, ${isLate} as is_late from once join referral on referral.id = once.id),
    first as materialized (select * from waiting order by ${order(sql`waiting`)} limit ${shown})
    select ${listColumns(me)}, first.waits_for, first.waits_since, (select count(*)::int from waiting) as count, ${newNotShown(me)} as new_not_shown,
      message.text as message_text, message.organization_name as message_organization
    from first join referral on referral.id = first.id ${listJoins}
    left join lateral (
      select referral_message.text, organization.name as organization_name from referral_message join ${organizationNames.as('organization')} on organization.id = organization_id
      where referral_id = referral.id and author_id is distinct from ${me.accountId}::uuid order by sequence desc limit 1
    ) message on true
    order by ${order(sql`first`)} ${prepared}`.execute(database)
  await recordListed(database, me, rows)
  return {
    items: rows.map(({ count, newNotShown: _, ...row }) => asWaiting(row, me)),
    count: Math.min(counted, rows[0]?.count ?? 0),
    newNotShown: rows[0]?.newNotShown ?? 0,
    sent: await listSent(database, me),
  }
}
