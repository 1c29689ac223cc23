import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isFederalHoliday } from '#platform/schema/federal-holidays.ts'
import { openDatabase } from '#platform/server/database.ts'
import { cloneDatabase } from '#test/database.ts'
import { usualHours, type WorkingHours } from '../working-hours.ts'
import { workingClock } from './clock-time.ts'

const MINUTE = 60_000
const { url } = await cloneDatabase()
const { database } = openDatabase(url, 2)

/** The seconds that the SQL clock measures between moments. */
async function read(hours: WorkingHours, span: { from: number; to: number }, moments: [number, number][]) {
  const clock = workingClock(hours, span)
  const times = (place: 0 | 1) => moments.map((pair) => new Date(pair[place]).toISOString())
  const { rows } = await sql<{ seconds: number }>`
    with ${clock.table} select ${clock.at(sql`b`)} - ${clock.at(sql`a`)} as seconds
    from unnest(${times(0)}::timestamptz[], ${times(1)}::timestamptz[]) with ordinality m (a, b, n) order by n`.execute(
    database,
  )
  return rows.map(({ seconds }) => seconds)
}

/** The reference: checks the local time of every minute. */
function walk(
  { days, opensAt, closesAt, timeZone, holidays, keepsFederalHolidays }: WorkingHours,
  from: number,
  to: number,
) {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  let minutes = 0
  for (let at = from; at < to; at += MINUTE) {
    const [date = '', time = ''] = wall.format(at).split(' ')
    const day = new Date(`${date}T00:00:00Z`)
    const isDay =
      days.includes(day.getUTCDay() || 7) &&
      !holidays.includes(date) &&
      !(keepsFederalHolidays && isFederalHoliday(day))
    if (isDay && time >= opensAt && time < closesAt) minutes += 1
  }
  return minutes * 60
}

const clockTime = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 15, 30, 59) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const hoursOfAnyKind = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    times: fc.tuple(clockTime, clockTime).filter(([a, b]) => a !== b),
    // Zones with clock changes at night, at midnight, by half an hour, south of the equator, and without any.
    timeZone: fc.constantFrom(
      'America/New_York',
      'America/Santiago',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'Europe/London',
      'Asia/Kathmandu',
      'UTC',
    ),
    keepsFederalHolidays: fc.boolean(),
  })
  .map(({ times, ...rest }): WorkingHours => {
    const [opensAt = '', closesAt = ''] = [...times].sort()
    return { ...rest, opensAt, closesAt, holidays: [], version: 1 }
  })
/** Days shortly before a clock change in one of the zones, and others with federal holidays. */
const begins = [
  '2026-03-06 2026-03-27 2026-04-03 2026-04-04 2026-04-23 2026-09-04 2026-10-02 2026-10-23 2026-10-30',
  '2025-12-24 2026-01-01 2026-07-02 2026-11-25',
]
  .join(' ')
  .split(' ')

it('working time is what somebody counts who looks at the clock on the wall every minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      hoursOfAnyKind,
      fc.constantFrom(...begins),
      fc.integer({ min: 0, max: 1440 }),
      fc.integer({ min: 0, max: 4 * 1440 }),
      fc.integer({ min: 0, max: 3 }),
      async (hours, day, after, minutes, holiday) => {
        const from = Date.parse(`${day}T00:00:00Z`) + after * MINUTE
        const to = from + minutes * MINUTE
        const closed = new Date(from + holiday * 1440 * MINUTE).toISOString().slice(0, 10)
        const given = { ...hours, holidays: holiday ? [closed] : [] }
        const span = { from: from - 40 * 1440 * MINUTE, to: to + 3 * 1440 * MINUTE }
        expect(await read(given, span, [[from, to]])).toEqual([walk(given, from, to)])
      },
    ),
    { numRuns: 120 },
  )
}, 60_000)

it('counts over a weekend, a holiday, both changes of the clocks, and from and to times when nobody works', async () => {
  const usual = usualHours('America/New_York')
  const at = (local: string) => Date.parse(local)
  const span = { from: at('2026-01-01T00:00:00Z'), to: at('2026-12-31T00:00:00Z') }
  const cases: [string, string, number][] = [
    // Friday 16:30 to Monday 9:15
    ['2026-06-12T16:30:00-04:00', '2026-06-15T09:15:00-04:00', 45],
    // Wednesday 16:00 over Thanksgiving to Friday 10:00
    ['2026-11-25T16:00:00-05:00', '2026-11-27T10:00:00-05:00', 120],
    // Friday noon to Monday noon, across the night in which an hour is skipped, and the one in which it is repeated
    ['2026-03-06T12:00:00-05:00', '2026-03-09T12:00:00-04:00', 480],
    ['2026-10-30T12:00:00-04:00', '2026-11-02T12:00:00-05:00', 480],
    // Saturday to Sunday; and from before to after working hours of one day
    ['2026-06-13T10:00:00-04:00', '2026-06-14T20:00:00-04:00', 0],
    ['2026-06-16T06:00:00-04:00', '2026-06-16T23:00:00-04:00', 480],
  ]
  const moments = cases.map(([from, to]): [number, number] => [at(from), at(to)])
  expect(await read(usual, span, moments)).toEqual(cases.map(([, , minutes]) => minutes * 60))
  const nightly = {
    ...usual,
    days: [1, 2, 3, 4, 5, 6, 7],
    opensAt: '01:30',
    closesAt: '03:30',
    keepsFederalHolidays: false,
  }
  const nights: [number, number][] = [
    [at('2026-03-08T00:00:00-05:00'), at('2026-03-08T12:00:00-04:00')],
    [at('2026-11-01T00:00:00-04:00'), at('2026-11-01T12:00:00-05:00')],
  ]
  expect(await read(nightly, span, nights)).toEqual([3600, 9000])
})
