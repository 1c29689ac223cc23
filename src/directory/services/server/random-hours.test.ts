import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import type { HoursCase } from '#test/hours-cases.ts'
import { expectedSpans } from '#test/hours-oracle.ts'
import { howOften } from '#test/how-often.ts'

const { database } = await startTestApp()
const { id: organizationId } = await makeOrganization(database)

/** Zones of the states and territories: with and without a change of clocks, and on both sides of the date line. */
const zones = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam'],
]
const clockChanges = ['2026-11-01', '2027-03-14']
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const quarters = (min: number, max: number) =>
  fc
    .integer({ min, max })
    .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
// Clocks change at two in the night.
const time = fc.oneof(quarters(0, 95), quarters(4, 12))
const span = fc.record({ opensAt: time, closesAt: fc.oneof({ weight: 8, arbitrary: time }, fc.constant('24:00')) })
type Row = Record<string, unknown>
/** One row of a schedule, and the rule of RFC 5545 that says the same. */
type Rule = { row: Row; rule: string; from: string }
const someCodes = fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1, maxLength: 7 })
/** From a Monday, so that a week counts the same whatever day it starts with. */
const start = fc.constantFrom('2026-08-31', '2026-09-07', '2026-10-19', '2026-11-02', '2027-03-08')
const weekly: fc.Arbitrary<Rule> = fc
  .record({ days: someCodes, interval: fc.constantFrom(1, 1, 1, 2, 3), from: start })
  .map(({ days, interval, from }) => ({
    row: { freq: 'WEEKLY', byday: days.join(), interval, dtstart: from },
    ...{ rule: `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join()}`, from },
  }))
const monthly: fc.Arbitrary<Rule> = fc
  .record({
    nth: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), { minLength: 1, maxLength: 3 }),
    code: fc.constantFrom(...codes),
    interval: fc.constantFrom(1, 1, 2),
  })
  .map(({ nth, code, interval }) => {
    const byday = nth.map((n) => `${n}${code}`).join()
    const from = '2026-09-01'
    return {
      row: { freq: 'MONTHLY', byday, interval, dtstart: from },
      ...{ rule: `FREQ=MONTHLY;INTERVAL=${interval};BYDAY=${byday}`, from },
    }
  })
const ofMonth: fc.Arbitrary<Rule> = fc
  .uniqueArray(fc.constantFrom(1, 2, 13, 14, 15, 30, 31, -1), { minLength: 1, maxLength: 3 })
  .map((days) => ({
    row: { freq: 'MONTHLY', bymonthday: days.join() },
    ...{ rule: `FREQ=MONTHLY;BYMONTHDAY=${days.join()}`, from: '2026-08-31' },
  }))
const ends = fc.option(fc.constantFrom('2026-10-31', '2026-11-01', '2027-03-13', '2027-03-14'))
const line = fc
  .record({ rule: fc.oneof({ weight: 3, arbitrary: weekly }, monthly, ofMonth), span, end: ends })
  .map(({ rule: { row, rule, from }, span: hours, end }) => ({
    row: { ...row, ...hours, ...(end ? { validTo: end } : {}) },
    rule: {
      rule: end ? `${rule};UNTIL=${end.replaceAll('-', '')}T235900` : rule,
      ...{ from, opens: hours.opensAt, closes: hours.closesAt },
    },
  }))
const plan = fc.record({
  zone: fc.constantFrom(...zones),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  holiday: fc.option(fc.constantFrom(...clockChanges.flatMap((day) => [day, dayAfter(day, -1), dayAfter(day, 1)]))),
  /** quarters of an hour from the beginning of the day before a change of clocks, in UTC */
  at: fc.array(
    fc.tuple(fc.constantFrom(...clockChanges), fc.oneof(fc.nat(4 * 96), fc.integer({ min: 116, max: 144 }))),
    {
      ...{ minLength: 12, maxLength: 12 },
    },
  ),
})
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never

const rulesOf = ({ lines, holiday }: Plan): HoursCase['rules'] =>
  lines.map(({ rule }) => ({ ...rule, ...(holiday ? { except: [holiday] } : {}) }))
const rowsOf = ({ lines, holiday }: Plan): Row[] => [
  ...lines.map(({ row }) => row),
  ...(holiday ? [{ isHoliday: true, validFrom: holiday, validTo: holiday }] : []),
]

/** Whether each plan is open at each of its instants, by the functions that search and pages use. */
async function answersOf(plans: Plan[]) {
  const services = await database
    .insertInto('service')
    .values(plans.map((_, n) => ({ organizationId, name: `Plan ${n}` })))
    .returning('id')
    .execute()
  for (const [n, one] of plans.entries())
    for (const row of rowsOf(one))
      await database
        .insertInto('schedule')
        .values({ serviceId: services[n]?.id, ...row })
        .execute()
  const asked = plans.flatMap((one, n) =>
    instantsOf(one).map((at) => ({ plan: n, id: services[n]?.id, zone: one.zone, at: new Date(at).toISOString() })),
  )
  const { rows } = await sql<{ plan: number; at: string; isOpen: boolean | null; isFound: boolean }>`
    select plan, at, is_open_at(id, null, at, zone) as is_open, is_open_now(id, at, zone) as is_found
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(plan integer, id uuid, zone text, at timestamptz)`.execute(
    database,
  )
  return rows
}
const instantsOf = ({ at }: Plan) =>
  at.map(([change, quarters]) => Date.parse(dayAfter(change, -1)) + quarters * 900_000)

it('ORG-07 DIR-06 random hours in nine zones agree with rrule-temporal around both changes of clocks', async () => {
  const plans = fc.sample(plan, howOften(60, 5_000))
  const answers = await answersOf(plans)
  expect(answers).toHaveLength(plans.length * 12)
  const wrong: unknown[] = []
  let openings = 0
  for (const [n, one] of plans.entries()) {
    const spans = clockChanges.flatMap((change) =>
      expectedSpans({ rules: rulesOf(one), zone: one.zone }, [dayAfter(change, -3), dayAfter(change, 5)]),
    )
    for (const { at, isOpen, isFound } of answers.filter((answer) => answer.plan === n)) {
      const expected = spans.some(({ from, to }) => from <= Date.parse(at) && Date.parse(at) < to)
      if (expected) openings += 1
      if ((isOpen ?? false) !== expected || isFound !== expected)
        wrong.push({ at, expected, isOpen, isFound, zone: one.zone, rows: rowsOf(one) })
    }
  }
  expect(wrong).toEqual([])
  // Otherwise it would prove little.
  expect(openings).toBeGreaterThan(answers.length / 10)
  expect(openings).toBeLessThan((answers.length * 9) / 10)
}, 600_000)
