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
 * The first and the last day: as requested, or by default the last days up to today.
 * @throws 400 at the field if the period ends before it starts, or is too long
 */
function periodOf({ startDate, endDate }: Pick<MeasureQuery, 'startDate' | 'endDate'>, today: string) {
  const last = endDate ?? (startDate && startDate > today ? startDate : today)
  const first = startDate ?? daysLater(last, 1 - USUAL_DAYS)
  // Outside the range of the database's calendar; the period would be too long anyway.
  if (first < '1970-01-01') throw fieldProblem('startDate', 'period-too-early')
  if (last > '9000-01-01') throw fieldProblem('endDate', 'period-too-long')
  if (last < first) throw fieldProblem('endDate', 'period-ends-early')
  if (daysLater(first, MOST_DAYS - 1) < last) throw fieldProblem('endDate', 'period-too-long')
  return { first, last }
}

/** @throws problem forbidden if the actor may see no measures, or only those of another organization */
function narrowTo(actor: Actor, asked: string | undefined) {
  const scope = measuredScope(actor)
  const own = scope?.kind === 'organization' ? scope.id : null
  if (!scope || (own && asked && asked !== own)) throw problem('forbidden')
  return { own, organizationId: own ?? asked ?? null }
}

/** How long first answers and resolutions took, for tickets created in a period that the actor may see. */
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
