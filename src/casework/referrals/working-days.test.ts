import { expect, it } from 'vitest'
import { isFederalHoliday } from '#platform/schema/federal-holidays.ts'
import { addWorkingDays } from './working-days.ts'

const holidays = (year: number) => {
  const days: string[] = []
  for (
    let day = new Date(Date.UTC(year, 0, 1));
    day.getUTCFullYear() === year;
    day = new Date(day.getTime() + 86_400_000)
  )
    if (isFederalHoliday(day)) days.push(day.toISOString().slice(5, 10))
  return days
}

it.each([
  [2021, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
])('REF-02 knows the federal holidays of %i as they are kept', (year, days) => {
  expect(holidays(year)).toEqual(days.split(' '))
})

it('REF-02 the response clock stands still on weekends and federal holidays', () => {
  const after = (from: string, days: number) => addWorkingDays(new Date(`${from}T15:00:00Z`), days).toISOString()
  // Thanksgiving 2026 is Thursday the 26th.
  expect(after('2026-11-25', 1)).toBe('2026-11-27T15:00:00.000Z')
  expect(after('2026-11-25', 10)).toBe('2026-12-10T15:00:00.000Z')
  expect(after('2026-12-31', 1)).toBe('2027-01-04T15:00:00.000Z')
})
