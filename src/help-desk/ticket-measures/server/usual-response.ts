import { dayAt, startOfDayAt } from '#platform/schema/zone-time.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { USUAL_DAYS } from '../measure.ts'
import { workingClock } from './clock-time.ts'
import { measureTickets } from './measure-queries.ts'
import { findWorkingHours } from './working-hours-queries.ts'

/** With fewer answers, no prediction is possible. */
const LEAST_ANSWERED = 10
const HOUR = 3600

/** A figure over many weeks changes slowly. */
const FRESH_MS = 10 * 60_000

interface Services {
  database: Database
  config: Pick<Config, 'timeZone'>
}

/** {@link measureUsualResponse}, cached for ten minutes; concurrent callers share one measurement. */
export function usualResponse(services: Services, now = Date.now) {
  let measured: { at: number; hours: Promise<number | null> } | undefined
  return () => {
    if (!measured || now() - measured.at >= FRESH_MS) {
      const hours = measureUsualResponse(services)
      const mine = { at: now(), hours }
      measured = mine
      hours.catch(() => {
        if (measured === mine) measured = undefined
      })
    }
    return measured.hours
  }
}

/**
 * The number of working hours, rounded up, within which half of the requests of the last weeks were answered; null if
 * there were too few.
 */
async function measureUsualResponse({ database, config }: Services): Promise<number | null> {
  const hours = await findWorkingHours(database, config.timeZone)
  const now = Date.now()
  const today = dayAt(hours.timeZone, now)
  const period = {
    from: startOfDayAt(today, hours.timeZone, 1 - USUAL_DAYS),
    to: startOfDayAt(today, hours.timeZone, 1),
  }
  const clock = workingClock(hours, { from: period.from, to: Math.ceil(now / 1000) * 1000 })
  const query = {}
  const { total } = await measureTickets(database, { query, organizationId: null, period, now, clock })
  const median = total.response?.median
  if (median === undefined || total.answered < LEAST_ANSWERED) return null
  return Math.max(1, Math.ceil(median / HOUR))
}
