import { type RawBuilder, sql } from 'kysely'
import { scopesOf } from '#casework/unmet-needs/unmet-policy.ts'
import { lockAccountRow } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import {
  type Cadence,
  MOST_SCHEDULES,
  type NewSchedule,
  type ReportRun,
  type ScheduleFilters,
  type ScheduleList,
} from '../report-schedule.ts'
import { mayRead, readableReports } from '../schedule-policy.ts'
import { scheduleProblem } from './schedule-problem.ts'

const units: Record<Cadence, string> = { weekly: 'week', monthly: 'month', quarterly: 'quarter' }
/** The next Monday, first of a month, or first of a quarter. */
export const nextDay = (cadence: Cadence, timeZone: string): RawBuilder<string> => {
  const length = cadence === 'quarterly' ? '3 months' : `1 ${units[cadence]}`
  return sql`(date_trunc(${units[cadence]}, now() at time zone ${timeZone}) + ${length}::interval)::date`
}

/** The organization whose own people a reader's reports count exactly; null: they only have published counts. */
export const countedExactly = (reader: Pick<Actor, 'organizationId' | 'contactId' | 'roles'>) =>
  scopesOf(reader).includes('own') ? reader.organizationId : null

const RUNS_LISTED = 24

/** What an account gets, and what it got last. */
export async function listSchedules(database: Database, actor: Actor): Promise<ScheduleList> {
  const items = await database
    .selectFrom('reportSchedule')
    .select(['id', 'report', 'filters', 'cadence', 'nextOn'])
    .where('accountId', '=', actor.accountId)
    .orderBy('nextOn')
    .orderBy('id')
    .execute()
  const runs = await database
    .selectFrom('reportRun')
    .select(['id', 'asOf', 'report', 'filters'])
    .where('accountId', '=', actor.accountId)
    .where(sql<boolean>`organization_id is not distinct from ${countedExactly(actor)}::uuid`)
    .where('report', 'in', readableReports(actor))
    .orderBy('asOf', 'desc')
    .limit(RUNS_LISTED)
    .execute()
  return { items, runs }
}

/**
 * Schedules a report, for the first time on the next Monday or first of a month or quarter. Safe to repeat.
 *
 * @throws 403 for a report that the actor may not see, 409 too-many-schedules
 */
export const addSchedule = (
  database: Database,
  actor: Actor,
  timeZone: string,
  { report, filters, cadence }: NewSchedule,
) =>
  database.transaction().execute(async (transaction) => {
    if (!mayRead(actor, report, filters as ScheduleFilters)) throw problem('forbidden')
    await lockAccountRow(transaction, actor.accountId, 'no-key-update')
    const { accountId } = actor
    const { count } = await transaction
      .selectFrom('reportSchedule')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    const values = { accountId, report, cadence, filters: JSON.stringify(filters) as never }
    const added = await transaction
      .insertInto('reportSchedule')
      .values({ ...values, nextOn: nextDay(cadence, timeZone) })
      .onConflict((conflict) => conflict.columns(['accountId', 'report', 'filters', 'cadence']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return
    if (count >= MOST_SCHEDULES) throw scheduleProblem('too-many-schedules')
    await recordAudit(transaction, {
      ...{ actorId: accountId, action: 'reportSchedule.add', subjectType: 'report_schedule', subjectId: added.id },
      detail: { report, cadence },
    })
  })

/** Stops a schedule; what it made stays. Safe to repeat. */
export const stopSchedule = (database: Database, { accountId }: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const stopped = await transaction
      .deleteFrom('reportSchedule')
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (stopped)
      await recordAudit(transaction, {
        ...{ actorId: accountId, action: 'reportSchedule.stop', subjectType: 'report_schedule', subjectId: id },
      })
  })

/**
 * A report as it was on its day.
 * @throws 404 if it was made for somebody else, counts the people of an organization that they do not work for any more, or
 * is a report that they may not see any more
 */
export async function getRun(database: Database, actor: Actor, id: string): Promise<ReportRun> {
  const run = await database
    .selectFrom('reportRun')
    .select(['id', 'asOf', 'report', 'filters', 'result', 'organizationId'])
    .where('id', '=', id)
    .where('accountId', '=', actor.accountId)
    .executeTakeFirst()
  if (!run || run.organizationId !== countedExactly(actor) || !mayRead(actor, run.report, run.filters))
    throw problem('not-found')
  return run
}
