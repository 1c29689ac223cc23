import { isFederalHoliday } from '#platform/schema/federal-holidays.ts'

/** The intervals of the response clock, in working days after sending. */
export const expiresAfter = 10
export const remindersAfter = [3, 6] as const

const isWorkingDay = (day: Date) => day.getUTCDay() !== 0 && day.getUTCDay() !== 6 && !isFederalHoliday(day)

/** The same time of day, this many working days later, without weekends and federal holidays (UTC). */
export function addWorkingDays(from: Date, days: number) {
  const day = new Date(from)
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** When the clock next has to process a referral. */
export const nextClock = (sentOn: Date, remindersSent: number) =>
  addWorkingDays(sentOn, remindersAfter[remindersSent] ?? expiresAfter)

const hour = 60 * 60 * 1000
const dayAfter = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))

/** This many hours later, of which only those of working days count. */
export function addWorkingHours(from: Date, hours: number) {
  let [at, left] = [new Date(from), hours * hour]
  for (;;) {
    const next = dayAfter(at)
    const available = isWorkingDay(at) ? next.getTime() - at.getTime() : 0
    if (available > 0 && left <= available) return new Date(at.getTime() + left)
    left -= available
    at = next
  }
}
