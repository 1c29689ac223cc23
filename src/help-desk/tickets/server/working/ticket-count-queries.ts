import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { scopeOf } from '../../help-desk-policy.ts'
import { type SupportRequestStatus, supportRequestStatuses } from '../../support-request.ts'
import type { TicketCounts, TicketCountsQuery } from '../../support-request-call.ts'
import { isBeyondLook, placesOf } from '../support-request-list-queries.ts'
import { assignedTo, inScope, narrowedBy } from '../ticket-scope.ts'

/** Counting stops here: a number whose exact value nobody needs must not scan a million tickets. */
export const MOST = 1000
const MORE = sql.lit(MOST + 1)

type Part = RawBuilder<unknown>
/** One count: of tickets with one of these statuses, or with any, that match these conditions. */
interface Wanted {
  statuses: readonly SupportRequestStatus[] | undefined
  parts: Part[]
}

/** Each count applies all filters except the one that its own option sets. */
function wantedOf({ assignee, status, needsAnswer }: TicketCountsQuery, readerId: string): Wanted[] {
  const isWaiting = sql`t.needs_answer_since is not null`
  const waiting = needsAnswer ? [isWaiting] : []
  const open = supportRequestStatuses.filter((one) => one !== 'Closed')
  const theirs = assignedTo(assignee, readerId)
  return [
    ...supportRequestStatuses.map((one) => ({ statuses: [one], parts: [...theirs, ...waiting] })),
    ...['me', 'none'].map((whose) => ({
      statuses: status ?? open,
      parts: [...assignedTo(whose, readerId), ...waiting],
    })),
    { statuses: status, parts: [...theirs, isWaiting] },
  ]
}

/** By indexes; each index scan stops once it has found enough. */
function countedByIndex(wanted: Wanted[], scope: Part[]): Part {
  const counted = (parts: Part[]) =>
    sql`(select count(*) from (select from support_request t where ${sql.join([sql`true`, ...scope, ...parts], sql` and `)} limit ${MORE}) c)`
  const numbers = wanted.map(({ statuses, parts }) => {
    const ways = statuses?.map((status) => counted([...parts, sql`t.status = ${status}`])) ?? [counted(parts)]
    return sql`least(${sql.join(ways, sql` + `)}, ${MORE})`
  })
  return sql`select array[${sql.join(numbers)}]::int[] as counts, true as is_known`
}

/** For a typed search: the matches are few, or are not counted. */
function countedAmong(wanted: Wanted[], places: Part): Part {
  const numbers = wanted.map(({ statuses, parts }) => {
    const among = statuses ? [...parts, sql`t.status = any(${statuses}::text[])`] : parts
    return sql`count(*) filter (where ${sql.join([sql`true`, ...among], sql` and `)})`
  })
  return sql`with page as materialized (${places})
    select array[${sql.join(numbers)}]::int[] as counts, count(*) < ${MORE} as is_known
    from page join support_request t on t.id = page.id`
}

const statusCounts = (at: (index: number) => number) =>
  Object.fromEntries(supportRequestStatuses.map((status, index) => [status, at(index)])) as TicketCounts['status']

/** How many tickets match each option above the list: each at most {@link MOST} and one. */
export async function countTickets(
  database: Database,
  actor: Actor,
  query: TicketCountsQuery,
  zone: string,
): Promise<TicketCounts> {
  const wanted = wantedOf(query, actor.accountId)
  const { supportRequestType: type, assignee: _, status: __, needsAnswer: ___, ...others } = query
  const ofType = type ? [sql`t.support_request_type = any(${type}::text[])`] : []
  const isTyped = query.keyword !== undefined || query.ticketNumber !== undefined
  const none = { most: MOST, status: statusCounts(() => 0), mine: 0, unassigned: 0, needsAnswer: 0 }
  if (await isBeyondLook(database, actor, { ...others, supportRequestType: type, limit: MOST }, zone))
    return { ...none, isKnown: false }
  const places = isTyped ? placesOf(actor, { ...others, supportRequestType: type, limit: MOST }, zone) : null
  const statement = isTyped
    ? places && countedAmong(wanted, places)
    : countedByIndex(wanted, [...inScope(scopeOf(actor)), ...narrowedBy(query, zone), ...ofType])
  const row = statement
    ? (await sql<{ counts: number[]; isKnown: boolean }>`${statement}`.execute(database)).rows[0]
    : undefined
  const at = (index: number) => row?.counts[index] ?? 0
  return {
    most: MOST,
    isKnown: row?.isKnown ?? true,
    status: statusCounts(at),
    mine: at(supportRequestStatuses.length),
    unassigned: at(supportRequestStatuses.length + 1),
    needsAnswer: at(supportRequestStatuses.length + 2),
  }
}
