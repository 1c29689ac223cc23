import { type RawBuilder, sql } from 'kysely'
import { fieldProblem } from '#platform/server/problem.ts'
import type { TicketScope } from '../help-desk-policy.ts'
import { priorities } from '../support-request.ts'
import type { SupportRequestQuery } from '../support-request-call.ts'
import { startOfDay } from './day-bounds.ts'

/** The assignee filter, as a condition on tickets `t`. */
export function assignedTo(assignee: string | undefined, readerId: string): RawBuilder<unknown>[] {
  if (assignee === undefined) return []
  if (assignee === 'none') return [sql`t.assignee_id is null`]
  return [sql`t.assignee_id = ${assignee === 'me' ? readerId : assignee}::uuid`]
}

/** The policy's scope, as a condition on tickets `t`. */
export function inScope(scope: TicketScope): RawBuilder<unknown>[] {
  if (scope.kind === 'all') return []
  return [
    scope.kind === 'organization' ? sql`t.organization_id = ${scope.id}::uuid` : sql`t.created_by = ${scope.id}::uuid`,
  ]
}

/**
 * @param under the name of the field that contains these filters
 * @throws problem 400 at the last day if it is before the first
 */
export function requireOrderedDays(
  { startDate, endDate }: Pick<SupportRequestQuery, 'startDate' | 'endDate'>,
  under?: string,
) {
  if (startDate && endDate && endDate < startDate)
    throw fieldProblem(under ? `${under}.endDate` : 'endDate', 'end-before-start')
}

/** The same as `priority_rank`, by which tickets are indexed. */
const rankOf = (priority: (typeof priorities)[number]) => priorities.indexOf(priority) + 1

type Narrowing = Pick<
  SupportRequestQuery,
  'startDate' | 'endDate' | 'createdByPortalAccountId' | 'priority' | 'organizationId'
>
/** The filters shared by a list and its counts, as conditions on tickets `t`. */
export function narrowedBy(query: Narrowing, zone: string): RawBuilder<unknown>[] {
  requireOrderedDays(query)
  const { startDate, endDate, createdByPortalAccountId: creator, priority, organizationId } = query
  return [
    ...(startDate ? [sql`t.created_on >= ${startOfDay(startDate, zone)}::timestamptz`] : []),
    ...(endDate ? [sql`t.created_on < ${startOfDay(endDate, zone, 1)}::timestamptz`] : []),
    ...(creator ? [sql`t.created_by = ${creator}::uuid`] : []),
    ...(priority ? [sql`t.priority_rank = any(${priority.map(rankOf)}::smallint[])`] : []),
    ...(organizationId ? [sql`t.organization_id = ${organizationId}::uuid`] : []),
  ]
}
