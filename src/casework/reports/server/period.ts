import { dayAt } from '#platform/schema/zone-time.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { MOST_DAYS, type ReportQuery, USUAL_DAYS } from '../report.ts'

const DAY = 86_400_000
const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
const yearBefore = (day: string) => {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}

export interface Period {
  startDate: string
  endDate: string
}

/**
 * The first and the last day: as requested, or by default the last days up to today.
 * @throws 400 at the field if the period ends before it starts, or is too long
 */
export function periodOf({ startDate, endDate }: Partial<Period>, timeZone: string): Period {
  const today = dayAt(timeZone, Date.now())
  const last = endDate ?? (startDate && startDate > today ? startDate : today)
  if (last < '1970-01-01') throw fieldProblem('endDate', 'period-too-early')
  if (last > '9000-01-01') throw fieldProblem('endDate', 'period-too-long')
  const first = startDate ?? shifted(last, 1 - USUAL_DAYS)
  if (first < '1970-01-01') throw fieldProblem('startDate', 'period-too-early')
  if (last < first) throw fieldProblem('endDate', 'period-ends-early')
  if (shifted(first, MOST_DAYS - 1) < last) throw fieldProblem('endDate', 'period-too-long')
  return { startDate: first, endDate: last }
}

/** The period that another one is compared with. */
export function periodBefore({ startDate, endDate }: Period, compare: ReportQuery['compare']): Period {
  if (compare === 'year') return { startDate: yearBefore(startDate), endDate: yearBefore(endDate) }
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY + 1
  return { startDate: shifted(startDate, -days), endDate: shifted(startDate, -1) }
}
