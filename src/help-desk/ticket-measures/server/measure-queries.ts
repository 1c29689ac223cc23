import { type RawBuilder, sql } from 'kysely'
import { ticketTimes } from '#help-desk/tickets/server/tickets-public.ts'
import { priorities, supportRequestTypes } from '#help-desk/tickets/support-request.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type Measure, type MeasureQuery, type Measures, MOST_ORGANIZATIONS } from '../measure.ts'
import type { Clock } from './clock-time.ts'

interface Period {
  from: number
  to: number
}
export interface Asked {
  query: Pick<MeasureQuery, 'supportRequestType' | 'priority'>
  /** Limited to one organization, by the query or by the scope. */
  organizationId: string | null
  period: Period
  clock: Clock
  now: number
}

const moment = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
const ranks = (list: readonly string[], chosen: string[]) =>
  sql`any(${chosen.map((one) => list.indexOf(one) + 1)}::smallint[])`

function narrowed({ query, organizationId }: Pick<Asked, 'query' | 'organizationId'>): RawBuilder<unknown>[] {
  const { supportRequestType: types, priority } = query
  return [
    ...(organizationId ? [sql`organization_id = ${organizationId}::uuid`] : []),
    ...(types ? [sql`type_rank = ${ranks(supportRequestTypes, types)}`] : []),
    ...(priority ? [sql`priority_rank = ${ranks(priorities, priority)}`] : []),
  ]
}

/** One row of results: `kind` says how it is grouped, and the ranks and places which group it is. */
type Row = Omit<Measure, 'response' | 'resolution'> & {
  kind: 'total' | 'type' | 'priority' | 'organization'
  rank: number | null
  organizationId: string | null
  name: string | null
  responses: number[] | null
  resolutions: number[] | null
  /** the number of organizations with tickets */
  organizations: number
}

const middles = (of: RawBuilder<unknown>) => sql`percentile_cont(array[0.5, 0.9]) within group (order by ${of})`

/**
 * Computes all measures in one statement. Each time of a ticket needs two readings of the clock, and the cost of a
 * reading does not depend on the duration. Places from 1 are single organizations, 0 is for tickets without one, -1 for
 * all others combined.
 */
function statementOf(asked: Asked) {
  const { clock, period, now } = asked
  const parts = [sql`created_on >= ${moment(period.from)}`, sql`created_on < ${moment(period.to)}`, ...narrowed(asked)]
  const isWaiting = sql`is_open and first_response_on is null`
  const since = (first: RawBuilder<unknown>) => sql`round(${clock.at(moment(now))} - ${clock.at(first)})`
  return sql<Row>`
    with ${clock.table}, chosen as materialized (
      select type_rank, priority_rank, organization_id, created_on, is_open, first_response_on, closed_on
      from ${ticketTimes.as('times')} where not is_merged and ${sql.join(parts, sql` and `)}
    ), counted as materialized (
      select organization_id, row_number() over (order by count(*) desc, organization_id) as place
      from chosen where organization_id is not null group by organization_id
    ), named as materialized (
      select organization_id, place from counted where place <= ${sql.lit(MOST_ORGANIZATIONS)}
    ), timed as materialized (
      select c.type_rank, c.priority_rank, c.is_open, c.created_on, c.first_response_on,
        case when c.organization_id is null then 0 else coalesce(n.place, -1) end as place,
        greatest(0, ${clock.at(sql`c.first_response_on`)} - ${clock.at(sql`c.created_on`)}) as response,
        greatest(0, ${clock.at(sql`c.closed_on`)} - ${clock.at(sql`c.created_on`)}) as resolution
      from chosen c left join named n on n.organization_id = c.organization_id
    ), measured as (
      select grouping(type_rank, priority_rank, place) as level, type_rank, priority_rank, place, count(*) as tickets,
        count(first_response_on) as answered,
        count(*) filter (where ${isWaiting}) as waiting,
        min(created_on) filter (where ${isWaiting}) as first_waiting,
        count(*) filter (where not is_open and first_response_on is null) as unanswered,
        ${middles(sql`response`)} filter (where first_response_on is not null) as responses,
        count(*) filter (where not is_open) as closed,
        count(*) filter (where is_open) as open,
        min(created_on) filter (where is_open) as first_open,
        ${middles(sql`resolution`)} filter (where not is_open) as resolutions
      from timed group by grouping sets ((), (type_rank), (priority_rank), (place))
    )
    select case level when 3 then 'type' when 5 then 'priority' when 6 then 'organization' else 'total' end as kind,
      coalesce(type_rank, priority_rank, m.place) as rank, m.tickets, answered, waiting, unanswered, closed, open, responses,
      resolutions, ${since(sql`first_waiting`)} as oldest_waiting, ${since(sql`first_open`)} as oldest_open,
      o.id as organization_id, o.name, (select count(*) from counted) as organizations
    from measured m left join named k on k.place = m.place left join ${organizationNames.as('o')} on o.id = k.organization_id
    order by case when m.place <= 0 then 1000 - m.place else coalesce(type_rank, priority_rank, m.place) end`
}

const timesOf = (both: number[] | null) =>
  both && { median: Math.round(both[0] ?? 0), ninetieth: Math.round(both[1] ?? 0) }

const measureOf = ({
  responses,
  resolutions,
  kind: _,
  rank: __,
  organizationId: ___,
  name: ____,
  organizations: _____,
  ...row
}: Row): Measure => ({
  ...row,
  response: timesOf(responses),
  resolution: timesOf(resolutions),
})

/** The measures of the tickets created in a period: of all, by type, by priority and by organization. */
export async function measureTickets(
  database: Database,
  asked: Asked,
): Promise<
  Pick<Measures, 'total' | 'byType' | 'byPriority'> & { byOrganization: NonNullable<Measures['byOrganization']> }
> {
  const rows = await database.transaction().execute(async (transaction) => {
    // Sorts tens of thousands of times repeatedly, so it needs memory. JIT compilation would cost more than it saves.
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(transaction)
    return (await statementOf(asked).execute(transaction)).rows
  })
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  const at = <Item>(list: readonly Item[], { rank }: Row) => list[(rank ?? 1) - 1] as Item
  return {
    total: measureOf(of('total')[0] as Row),
    byType: of('type').map((row) => ({ ...measureOf(row), type: at(supportRequestTypes, row) })),
    byPriority: of('priority').map((row) => ({ ...measureOf(row), priority: at(priorities, row) })),
    byOrganization: of('organization').map((row) => ({
      ...measureOf(row),
      organization: row.organizationId ? { id: row.organizationId, name: row.name ?? '' } : null,
      others: row.rank === -1 ? row.organizations - MOST_ORGANIZATIONS : null,
    })),
  }
}

/** How many tickets from before the period still wait for an answer, and since when the oldest of them does. */
export async function findEarlierWaiting(database: Database, asked: Omit<Asked, 'clock'>) {
  const parts = [sql`created_on < ${moment(asked.period.from)}`, ...narrowed(asked)]
  const { rows } = await sql<{ waiting: number; since: string | null }>`
    select count(*) as waiting, min(created_on) as since from ${ticketTimes.as('times')}
    where is_open and first_response_on is null and ${sql.join(parts, sql` and `)}`.execute(database)
  return rows[0] ?? { waiting: 0, since: null }
}

/** The time that the clock has measured since a moment, in whole seconds. */
export async function readClock(database: Database, clock: Clock, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ seconds: number }>`
    with ${clock.table} select round(${clock.at(sql`${to}::timestamptz`)} - ${clock.at(sql`${from}::timestamptz`)}) as seconds`.execute(
    database,
  )
  return rows[0]?.seconds ?? 0
}

/** The organization's name, for readers limited to it. */
export const findOrganizationName = (database: Database, id: string) =>
  database
    .selectFrom(organizationNames.as('organization'))
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
