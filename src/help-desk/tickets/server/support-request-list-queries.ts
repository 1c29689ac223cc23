import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { MOST_SELECTED, type TicketSelection } from '../bulk-change.ts'
import { scopeOf, type TicketScope } from '../help-desk-policy.ts'
import { supportRequestStatuses, supportRequestTypes } from '../support-request.ts'
import type { SupportRequestPage, SupportRequestQuery, TicketSelectionQuery } from '../support-request-call.ts'
import { keywordMatch } from './keyword-match.ts'
import { orderOf, type Place } from './support-request-order.ts'
import { asListed, type TicketInRow, ticketColumns, ticketJoins } from './support-request-queries.ts'
import { ticketNumberRanges } from './ticket-number-ranges.ts'
import { assignedTo, inScope, narrowedBy } from './ticket-scope.ts'

type Part = RawBuilder<unknown>
const all = (parts: Part[]) => (parts.length ? sql.join(parts, sql` and `) : sql`true`)

/**
 * Among this many of the first tickets, a keyword is searched in the text itself; in all others, through the word
 * index.
 */
const MOST_LOOKED_THROUGH = 1000
const LOOKED_THROUGH = sql.raw(String(MOST_LOOKED_THROUGH))
/** Up to this many matches of the word index are sorted. */
const FEW = sql.raw('5000')

function conditions(scope: TicketScope, query: SupportRequestQuery, zone: string, readerId: string): Part[] {
  return [
    ...inScope(scope),
    ...narrowedBy(query, zone),
    ...assignedTo(query.assignee, readerId),
    ...(query.needsAnswer || query.sort === 'waiting' ? [sql`t.needs_answer_since is not null`] : []),
    ...(query.id ? [sql`t.id = any(${query.id}::uuid[])`] : []),
  ]
}

function chosen({ status, supportRequestType: type }: SupportRequestQuery): Part[] {
  return [
    ...(status ? [sql`t.status = any(${status}::text[])`] : []),
    ...(type ? [sql`t.support_request_type = any(${type}::text[])`] : []),
  ]
}

const isChosen = (query: Pick<SupportRequestQuery, 'status' | 'supportRequestType'>) =>
  query.status !== undefined || query.supportRequestType !== undefined

/** The most common lists: one plan is good for all readers, because an index leads directly to their rows. */
function isUsual({ limit, startDate, endDate, createdByPortalAccountId, ...query }: SupportRequestQuery) {
  const isNarrowed =
    startDate ||
    endDate ||
    createdByPortalAccountId ||
    query.keyword !== undefined ||
    isChosen(query) ||
    query.assignee ||
    query.priority ||
    query.organizationId ||
    query.needsAnswer ||
    query.id
  const isOrdered = !query.sort && !query.direction
  return (limit === 25 || limit === 50) && !isNarrowed && isOrdered
}

const hasAssignee = ({ assignee }: SupportRequestQuery) => assignee !== undefined && assignee !== 'none'

/** Whether ticket numbers leave so few tickets that the text of each can be searched. */
const isShortRange = (ranges: (readonly [number, number])[]) =>
  ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0) <= MOST_LOOKED_THROUGH

/**
 * Whether the other filters leave more tickets than a keyword search scans at once. Then the number of matches is not
 * known, and counting them would be expensive for a frequent word.
 */
export async function isBeyondLook(database: Database, actor: Actor, query: SupportRequestQuery, zone: string) {
  if (query.keyword === undefined || query.ticketNumber !== undefined) return false
  const parts = [...conditions(scopeOf(actor), query, zone, actor.accountId), ...chosen(query)]
  const { rows } = await sql<{ isBeyond: boolean }>`
    select exists (select from support_request t where ${all(parts)} offset ${LOOKED_THROUGH}) as is_beyond`.execute(
    database,
  )
  return rows[0]?.isBeyond === true
}

/** The statement that finds the places of one page, with bounded work for any number of tickets. */
export function placesOf(actor: Actor, query: SupportRequestQuery, zone: string): Part | null {
  const scope = scopeOf(actor)
  const order = orderOf(query)
  // Inlined: a cached plan for any limit would be made for a large one.
  const limit = sql.raw(String(query.limit + 1))
  const parts = [...conditions(scope, query, zone, actor.accountId), ...(order.after ? [order.after] : [])]
  // Each of these leads to few tickets, through its own index.
  const isNarrow =
    scope.kind === 'creator' || query.createdByPortalAccountId || query.organizationId || query.id || hasAssignee(query)
  // If no index leads to an account's own tickets in this order, all of them are read and then sorted: PostgreSQL would
  // otherwise scan everyone's tickets in this order.
  const isLed = order.sort === 'createdOn' || !isNarrow
  const first = (more: Part[], most: Part, columns = sql`t.id, t.number, ${order.key} as key`, isFew = !isLed) =>
    isFew
      ? sql`select * from (select ${columns} from support_request t where ${all([...parts, ...more])} offset 0) o order by ${order.byPlace} limit ${most}`
      : sql`select ${columns} from support_request t where ${all([...parts, ...more])} order by ${order.byRow} limit ${most}`
  const best = (from: Part) => sql`select id, number, key from ${from} order by ${order.byPlace} limit ${limit}`

  const match = query.keyword === undefined ? undefined : keywordMatch(query.keyword, actor)
  if (query.keyword !== undefined && !match) return null
  const ranges = query.ticketNumber === undefined ? undefined : ticketNumberRanges(query.ticketNumber)
  if (ranges?.length === 0) return null
  const inRange = sql`t.number between r.low and r.high`
  // Numbers lead to the tickets; the keyword is searched in all of them, and as a substring only if they are few.
  const matched = match
    ? [
        sql`(${sql.join(
          [
            match.words,
            ...(isShortRange(ranges ?? []) ? [match.text] : []),
            sql`t.id in (${match.ofNotes})`,
            ...(match.ofReporters ? [sql`t.created_by in (${match.ofReporters})`] : []),
            ...(match.ofOrganizations ? [sql`t.organization_id in (${match.ofOrganizations})`] : []),
          ],
          sql` or `,
        )})`,
      ]
    : []
  const overRanges = (more: Part[]) =>
    best(sql`unnest(${(ranges ?? []).map(([low]) => low)}::bigint[], ${(ranges ?? []).map(([, high]) => high)}::bigint[]) r (low, high)
      cross join lateral (${first([inRange, ...more], limit)}) p`)

  const [only] = ranges?.length === 1 ? ranges : []
  if (only && only[0] === only[1])
    return first([sql`t.number = ${only[0]}::bigint`, ...chosen(query), ...matched], limit)
  if (ranges) return overRanges([...chosen(query), ...matched])
  if (match) {
    // A frequent word is found among the first tickets; the word index is used only for a rare one, and then returns
    // few.
    const near = sql`select t.id, t.number, t.key from (${first(chosen(query), LOOKED_THROUGH, sql`t.id, t.number, ${order.key} as key, t.search, t.description`)}) t
      where ${match.words} or ${match.text} limit ${limit}`
    // PostgreSQL assumes that an unknown word is frequent. So matches are counted, up to a limit: a few are sorted;
    // with many, the first are found soon in index order.
    const isFew = sql`(select count(*) from found) <= ${FEW}`
    // If the scope has no more tickets than were scanned, all have been seen; for a frequent word, the word index would
    // collect a tenth of all tickets without finding a new one.
    const isLeft = inScope(scope).length
      ? [sql`exists (select from support_request t where ${all(inScope(scope))} offset ${LOOKED_THROUGH})`]
      : []
    const isShort = sql`(select count(*) from near) < ${limit}`
    const found = sql`select t.id, t.number, ${order.key} as key from support_request t
      where ${all([...parts, ...chosen(query), match.words, isShort, ...isLeft])} limit ${FEW} + 1`
    const walked = first([...chosen(query), match.words, sql`not ${isFew}`], limit)
    // By name and by note: an index leads to the tickets of each.
    const led = (from: Part, isTheirs: Part) =>
      sql`select p.* from (${from}) x cross join lateral (${first([isTheirs, ...chosen(query)], limit, undefined, order.sort !== 'createdOn')}) p`
    const others = [
      led(match.ofNotes, sql`t.id = x.id`),
      ...(match.ofReporters ? [led(match.ofReporters, sql`t.created_by = x.id`)] : []),
      ...(match.ofOrganizations ? [led(match.ofOrganizations, sql`t.organization_id = x.id`)] : []),
    ]
    const own = [sql`select * from near`, sql`select * from found where ${isFew}`, sql`select * from (${walked}) w`]
    return sql`with near as materialized (${near}), found as materialized (${found})
      ${best(sql`(${sql.join([...own, ...others.map((other) => sql`select * from (${other}) o`)], sql` union `)}) p`)}`
  }
  if ((isChosen(query) || query.assignee === 'none') && order.sort === 'createdOn' && !isNarrow)
    // For each status and type, the index has an ordered path; the newest of each are merged.
    return best(sql`unnest(${query.status ?? [...supportRequestStatuses]}::text[]) s (status)
      cross join unnest(${query.supportRequestType ?? [...supportRequestTypes]}::text[]) y (type)
      cross join lateral (${first([sql`t.status = s.status`, sql`t.support_request_type = y.type`], limit)}) p`)
  return first(chosen(query), limit)
}

/** All tickets of one organization have the same name: when sorted by it, only the tie-breaker matters. */
const withinOrganization = (actor: Actor, query: SupportRequestQuery): SupportRequestQuery =>
  query.sort === 'fromOrganization' && scopeOf(actor).kind === 'organization'
    ? { ...query, sort: 'ticketNumber', direction: query.direction ?? 'asc' }
    : query

/** The tickets of a list with their versions, in its order: at most {@link MOST_SELECTED}. */
export async function listSelection(
  database: Database,
  actor: Actor,
  asked: TicketSelectionQuery,
  zone: string,
): Promise<TicketSelection> {
  const query = withinOrganization(actor, { ...asked, limit: MOST_SELECTED })
  const places = placesOf(actor, query, zone)
  if (!places) return { tickets: [], hasMore: false }
  const { rows } = await sql<TicketSelection['tickets'][number] & Place>`
    with page as materialized (${places})
    select t.id, t.version, page.key, page.number from page join support_request t on t.id = page.id
    order by ${orderOf(query).byPlace}`.execute(database)
  const hasMore = rows.length > MOST_SELECTED || (await isBeyondLook(database, actor, query, zone))
  return { tickets: rows.slice(0, MOST_SELECTED), hasMore }
}

/** The tickets that an actor may see, filtered and sorted, with paging. One statement: places first, then rows. */
export async function listSupportRequests(
  database: Database,
  actor: Actor,
  asked: SupportRequestQuery,
  zone: string,
): Promise<SupportRequestPage> {
  const query = withinOrganization(actor, asked)
  const { byPlace, cursorAt } = orderOf(query)
  const places = placesOf(actor, query, zone)
  if (!places) return { items: [], nextCursor: null }
  const { rows } = await sql<TicketInRow & Place>`
    with page as materialized (${places})
    select ${ticketColumns(actor.accountId)}, page.key, page.number from page join support_request t on t.id = page.id ${ticketJoins}
    order by ${byPlace} ${isUsual(query) ? prepared : sql``}`.execute(database)
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return {
    items: items.map((row) => asListed(row, actor)),
    nextCursor: rows.length > query.limit && last ? cursorAt(last) : null,
  }
}
