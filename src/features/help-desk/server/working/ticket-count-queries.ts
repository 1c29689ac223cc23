import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { scopeOf } from '../../help-desk-policy.ts'
import { type SupportRequestStatus, supportRequestStatuses } from '../../support-request.ts'
import type { TicketCounts, TicketCountsQuery } from '../../support-request-call.ts'
import { assignedTo, inScope, narrowedBy } from '../ticket-scope.ts'

/** Counting stops here: a number that nobody reads to its last digit must not cost a walk over a million tickets. */
export const MOST = 1000

/** How many tickets each status has, and how many wait for the reader and for anybody: each at most {@link MOST} and one. */
export async function countTickets(
  database: Database,
  actor: Actor,
  { assignee, supportRequestType: type, ...query }: TicketCountsQuery,
  zone: string,
): Promise<TicketCounts> {
  const scope = [
    ...inScope(scopeOf(actor)),
    ...narrowedBy(query, zone),
    ...(type ? [sql`t.support_request_type = any(${type}::text[])`] : []),
  ]
  const counted = (status: SupportRequestStatus, whose: string | undefined) => {
    const parts: RawBuilder<unknown>[] = [...scope, ...assignedTo(whose, actor.accountId), sql`t.status = ${status}`]
    return sql`(select count(*) from (select from support_request t where ${sql.join(parts, sql` and `)} limit ${sql.lit(MOST + 1)}) c)`
  }
  const open = supportRequestStatuses.filter((status) => status !== 'Closed')
  const openOf = (whose: string) =>
    sql`least(${sql.join(
      open.map((status) => counted(status, whose)),
      sql` + `,
    )}, ${sql.lit(MOST + 1)})`
  const waiting = [...scope, ...assignedTo(assignee, actor.accountId), sql`t.needs_answer_since is not null`]
  const needsAnswer = sql`(select count(*) from (select from support_request t where ${sql.join(waiting, sql` and `)} limit ${sql.lit(MOST + 1)}) c)`
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join([...supportRequestStatuses.map((status) => counted(status, assignee)), openOf('me'), openOf('none'), needsAnswer])}]::int[] as counts`.execute(
    database,
  )
  const counts = rows[0]?.counts ?? []
  const at = (index: number) => counts[index] ?? 0
  return {
    most: MOST,
    status: Object.fromEntries(
      supportRequestStatuses.map((status, index) => [status, at(index)]),
    ) as TicketCounts['status'],
    mine: at(supportRequestStatuses.length),
    unassigned: at(supportRequestStatuses.length + 1),
    needsAnswer: at(supportRequestStatuses.length + 2),
  }
}
