const MONDAY = 1
const THURSDAY = 4
const DAY_MS = 86_400_000

const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))

/** For example, the third Monday of a month; `nth` -1 is the last. */
function nthWeekday(year: number, month: number, weekday: number, nth: number) {
  if (nth < 0) {
    const last = new Date(Date.UTC(year, month, 0))
    return dayOf(year, month, last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7))
  }
  const first = dayOf(year, month, 1)
  return dayOf(year, month, 1 + ((weekday - first.getUTCDay() + 7) % 7) + (nth - 1) * 7)
}

/** A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after. */
function observed(day: Date) {
  const shift = day.getUTCDay() === 6 ? -1 : day.getUTCDay() === 0 ? 1 : 0
  return new Date(day.getTime() + shift * DAY_MS)
}

const textOf = (day: Date) => day.toISOString().slice(0, 10)

/** The legal public holidays of the United States (5 U.S.C. 6103) in a year, on the days when they are observed. */
const holidaysOf = (year: number) => [
  observed(dayOf(year, 1, 1)),
  nthWeekday(year, 1, MONDAY, 3),
  nthWeekday(year, 2, MONDAY, 3),
  nthWeekday(year, 5, MONDAY, -1),
  observed(dayOf(year, 6, 19)),
  observed(dayOf(year, 7, 4)),
  nthWeekday(year, 9, MONDAY, 1),
  nthWeekday(year, 10, MONDAY, 2),
  observed(dayOf(year, 11, 11)),
  nthWeekday(year, 11, THURSDAY, 4),
  observed(dayOf(year, 12, 25)),
  // If next New Year's Day is a Saturday, it is observed in this year.
  observed(dayOf(year + 1, 1, 1)),
]

const known = new Map<number, Set<string>>()

/** Whether federal offices are closed for a holiday on that day (given by its date in UTC). */
export function isFederalHoliday(day: Date) {
  const year = day.getUTCFullYear()
  const days = known.get(year) ?? new Set(holidaysOf(year).map(textOf))
  known.set(year, days)
  return days.has(textOf(day))
}
