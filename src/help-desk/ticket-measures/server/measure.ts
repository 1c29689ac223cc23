import type { Actor } from '#platform/schema/roles.ts'
import { dayAt, startOfDayAt } from '#platform/schema/zone-time.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type MeasureQuery, type Measures, MOST_DAYS, USUAL_DAYS } from '../measure.ts'
import { measuredScope } from '../measures-policy.ts'
import { everyHour, workingClock } from './clock-time.ts'
import { findEarlierWaiting, findOrganizationName, measureTickets, readClock } from './measure-queries.ts'
import { findWorkingHours } from './working-hours-queries.ts'

const DAY = 86_400_000
const daysLater = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/**
 * The first and the last day: those asked for, or the last ones up to today.
 * @throws a 400 at the field for a period that ends before it begins, or that is too long
 */
function periodOf({ startDate, endDate }: Pick<MeasureQuery, 'startDate' | 'endDate'>, today: string) {
  const last = endDate ?? (startDate && startDate > today ? startDate : today)
  const first = startDate ?? daysLater(last, 1 - USUAL_DAYS)
  // A year that no calendar of ours reaches is further away than any period is long.
  if (first < '1970-01-01') throw fieldProblem('startDate', 'period-too-early')
  if (last > '9000-01-01') throw fieldProblem('endDate', 'period-too-long')
  if (last < first) throw fieldProblem('endDate', 'period-ends-early')
  if (daysLater(first, MOST_DAYS - 1) < last) throw fieldProblem('endDate', 'period-too-long')
  return { first, last }
}

/** @throws problem forbidden for who may see no numbers, or those of another organization only */
function narrowTo(actor: Actor, asked: string | undefined) {
  const scope = measuredScope(actor)
  const own = scope?.kind === 'organization' ? scope.id : null
  if (!scope || (own && asked && asked !== own)) throw problem('forbidden')
  return { own, organizationId: own ?? asked ?? null }
}

/** How long first answers and resolutions took, of the tickets that the actor may see and that were made in a period. */
export async function measure(
  { database, config }: { database: Database; config: Pick<Config, 'timeZone'> },
  actor: Actor,
  query: MeasureQuery,
): Promise<Measures> {
  const { own, organizationId } = narrowTo(actor, query.organizationId)
  const hours = await findWorkingHours(database, config.timeZone)
  const now = Date.now()
  const { first, last } = periodOf(query, dayAt(hours.timeZone, now))
  const period = { from: startOfDayAt(first, hours.timeZone), to: startOfDayAt(last, hours.timeZone, 1) }
  const asked = { query, organizationId, period, now }
  const { waiting, since } = await findEarlierWaiting(database, asked)
  const began = since ? Math.floor(Math.min(Date.parse(since), period.from) / 1000) * 1000 : period.from
  const clock =
    query.clock === 'all' ? everyHour : workingClock(hours, { from: began, to: Math.ceil(now / 1000) * 1000 })
  const { byOrganization, ...numbers } = await measureTickets(database, { ...asked, clock })
  return {
    ...numbers,
    startDate: first,
    endDate: last,
    clock: query.clock,
    hours,
    byOrganization: own ? null : byOrganization,
    organization: organizationId ? ((await findOrganizationName(database, organizationId)) ?? null) : null,
    earlier: {
      waiting,
      oldest: since ? await readClock(database, clock, { from: since, to: new Date(now).toISOString() }) : null,
    },
  }
}
