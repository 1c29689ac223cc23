import { isFederalHoliday } from '#platform/schema/federal-holidays.ts'
import { steadyParts } from '#platform/schema/zone-time.ts'
import type { WorkingHours } from './working-hours.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** A time range, in milliseconds since 1970. */
interface Span {
  from: number
  to: number
}

const isWorkingDay = ({ days, holidays, keepsFederalHolidays }: WorkingHours, day: Date) =>
  days.includes(day.getUTCDay() || 7) &&
  !holidays.includes(day.toISOString().slice(0, 10)) &&
  !(keepsFederalHolidays && isFederalHoliday(day))

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The working time within a range, oldest first, by local time: an hour that is skipped by a clock change does not
 * count, and one that is repeated counts twice.
 * @param from on a whole second
 */
export function workingSpans(hours: WorkingHours, { from, to }: Span): Span[] {
  const [opens, closes] = [minutesOf(hours.opensAt) * MINUTE, minutesOf(hours.closesAt) * MINUTE]
  return steadyParts(hours.timeZone, { from, to }).flatMap((part) => {
    const spans: Span[] = []
    const firstDay = Math.floor((part.from + part.offset) / DAY) * DAY
    for (let day = firstDay; day - part.offset < part.to; day += DAY) {
      const span = {
        from: Math.max(part.from, day + opens - part.offset),
        to: Math.min(part.to, day + closes - part.offset),
      }
      if (span.from < span.to && isWorkingDay(hours, new Date(day))) spans.push(span)
    }
    return spans
  })
}
