import fc from 'fast-check'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import type { HoursCase } from '#test/hours-cases.ts'
import { expectedSpans } from '#test/hours-oracle.ts'
import { howOften } from '#test/how-often.ts'
import type { OpensNext } from '../service-search.ts'
import { directoryClock } from './directory-clock.ts'
import { lookAhead } from './look-ahead.ts'
import { findSearchPoints } from './search-points.ts'

const product = await startTestApp()
const { database, config } = product
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

interface OpeningHours {
  opensAt: string
  closesAt: string
}
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
  const { rows } = await sql<{
    plan: number
    at: string
    isOpen: boolean | null
    isFound: boolean
    isKnownAhead: boolean
    today: OpeningHours[]
    ofPage: OpeningHours[]
    next: OpensNext | null
  }>`
    with ahead as materialized (
      select plan, x.id, zone, k.rules,
        array(select open_times(k.rules, day - interval '5 days', day + interval '5 days', zone) from unnest(${clockChanges}::timestamptz[]) as day) as times
      from (select distinct plan, id, zone from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(plan integer, id uuid, zone text)) x
      join service_search s on s.service_id = x.id join hours_kind k on k.id = s.hours_kind)
    select plan, at, is_open_at(a.id, null, at, a.zone) as is_open, open_times(a.rules, at, at, a.zone) @> at as is_found,
      exists (select from unnest(a.times) as time where time @> at) as is_known_ahead,
      (select hours_today from hours_at(a.id, null, at, a.zone)) as today,
      hours_of_days(a.id, null, (at at time zone a.zone)::date, 1) -> 0 -> 'hours' as of_page,
      opens_next(a.id, null, at, a.zone) as next
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(plan integer, at timestamptz) join ahead a using (plan)`.execute(
    database,
  )
  return rows
}
const instantsOf = ({ at }: Plan) =>
  at.map(([change, quarters]) => Date.parse(dayAfter(change, -1)) + quarters * 900_000)

/** The first opening after an instant, within 31 days there. */
function nextOpening(spans: ReturnType<typeof expectedSpans>, zone: string, at: number) {
  const [next] = spans.filter(({ from, to }) => from > at && from < to).toSorted((one, other) => one.from - other.from)
  if (!next) return null
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  const inDays = today.until(Temporal.PlainDate.from(next.day)).days
  return inDays <= 31 ? { day: next.day, opensAt: next.hours.slice(0, 5), inDays } : null
}

it('ORG-07 DIR-06 random hours in nine zones agree with rrule-temporal around both changes of clocks', async () => {
  const plans = fc.sample(plan, howOften(30, 5_000))
  const answers = await answersOf(plans)
  expect(answers).toHaveLength(plans.length * 12)
  const wrong: unknown[] = []
  let [openings, withHours, withNext] = [0, 0, 0]
  for (const [n, one] of plans.entries()) {
    const spans = clockChanges.flatMap((change) =>
      expectedSpans({ rules: rulesOf(one), zone: one.zone }, [dayAfter(change, -3), dayAfter(change, 40)]),
    )
    for (const { at, isOpen, isFound, isKnownAhead, today, ofPage, next } of answers.filter(
      (answer) => answer.plan === n,
    )) {
      // The list and the page of a service say the same of a day.
      expect(today).toEqual(ofPage)
      withHours += today.length
      const expected = spans.some(({ from, to }) => from <= Date.parse(at) && Date.parse(at) < to)
      if (expected) openings += 1
      if ((isOpen ?? false) !== expected || isFound !== expected || isKnownAhead !== expected)
        wrong.push({ at, expected, isOpen, isFound, isKnownAhead, zone: one.zone, rows: rowsOf(one) })
      const opening = nextOpening(spans, one.zone, Date.parse(at))
      if (opening) withNext += 1
      if (next?.opensAt !== opening?.opensAt || next?.day !== opening?.day || next?.inDays !== opening?.inDays)
        wrong.push({ at, opening, next, zone: one.zone, rows: rowsOf(one) })
    }
  }
  expect(wrong).toEqual([])
  // Otherwise it would prove little.
  expect(openings).toBeGreaterThan(answers.length / 20)
  expect(withHours).toBeGreaterThan(openings / 2)
  expect(withNext).toBeGreaterThan(answers.length / 4)
  expect(openings).toBeLessThan((answers.length * 9) / 10)
}, 600_000)

const country = { west: -170, south: 10, east: -60, north: 60 }

/** What its hours say of each service, without the kinds that searches ask. */
async function expectedOpen(at: string) {
  const { rows } = await sql<{ id: string }>`
    select s.id from service s where s.name like 'Hourly %' and exists (
      select from (
        select location_id from service_at_location where service_id = s.id
        union all
        select null where not exists (select from service_at_location where service_id = s.id)) p
      where is_open_at(s.id, p.location_id, ${at}, zone_of_service(s.id, p.location_id, ${config.timeZone})))
    order by 1`.execute(database)
  return rows.map(({ id }) => id)
}

it('DIR-05 DIR-06 list and map find what is open while hours, places and zones change, whether it is known ahead or not', async () => {
  const { add, makePlace } = directoryOf(product)
  const { id: organizationId } = await makeOrganization(database)
  const { call } = await product.someone({ organizationId })
  const zips = fc.constantFrom('10001', '90012', '85001', '96813')
  // A service with one place or two in a zone or in several; each row is of the service, of it at a place, or of a place.
  const hours = fc.record({
    plan,
    zips: fc.oneof(
      { weight: 2, arbitrary: fc.array(zips, { minLength: 1, maxLength: 2 }) },
      zips.map((zip) => [zip, zip]),
    ),
    on: fc.array(fc.constantFrom('service', 'service', 'both', 'pair', 'place'), { minLength: 4, maxLength: 4 }),
    isUnderstood: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
  })
  // Some of them have the same hours.
  const made = fc.sample(hours, 16)
  for (const [n, one] of [...made, ...made.slice(0, 6)].entries()) {
    const serviceId = await add('service', { organizationId, name: `Hourly ${n}` })
    const places: string[] = []
    for (const [at, postalCode] of one.zips.entries())
      places.push(
        await makePlace(
          serviceId,
          { organizationId, latitude: 31 + n / 10, longitude: -100 - at },
          { address1: '1 Elm St', city: 'Town', stateProvince: 'NY', postalCode },
        ),
      )
    for (const [at, row] of rowsOf(one.plan).entries()) {
      const locationId = places[at % places.length]
      const pair = await database
        .selectFrom('serviceAtLocation')
        .select('id')
        .where('serviceId', '=', serviceId)
        .where('locationId', '=', locationId as string)
        .executeTakeFirstOrThrow()
      const owner = {
        ...{ service: { serviceId }, both: { serviceId, locationId } },
        ...{ pair: { serviceAtLocationId: pair.id }, place: { locationId } },
      }[one.on[at] as 'both']
      await add('schedule', { ...row, ...owner, isUnderstood: one.isUnderstood })
    }
  }
  const clock = vi.spyOn(directoryClock, 'now')
  const counts: number[] = []
  const check = async (instant: string) => {
    clock.mockReturnValue(new Date(instant))
    const list = (await call('GET', '/api/service/?text=hourly&openNow=true&limit=100')).body
    const search = await findSearchPoints(database, { text: 'hourly', limit: 1, openNow: true }, config.timeZone, [])
    const map = await sql<{ serviceId: string }>`${search.within(country, 1000)}`.execute(database)
    const expected = await expectedOpen(instant)
    const ids = (items: string[]) => [...new Set(items)].sort()
    const found = list.relaxed.length ? [] : ids(list.items.map(({ id }: { id: string }) => id))
    expect([instant, found]).toEqual([instant, expected])
    const shown = await database
      .selectFrom('servicePoint')
      .select('serviceId')
      .where('serviceId', 'in', [...expected, organizationId])
      .execute()
    expect(ids(map.rows.map(({ serviceId }) => serviceId))).toEqual(ids(shown.map(({ serviceId }) => serviceId)))
    counts.push(expected.length)
  }
  const instants = [
    ...['2026-10-31T17:00:00Z', '2026-11-01T06:30:00Z', '2026-11-01T09:15:00Z', '2026-11-02T18:00:00Z'],
    ...['2027-03-14T10:20:00Z', '2027-03-15T16:00:00Z'],
  ]
  for (const instant of instants) await check(instant)
  // Now it is known ahead, for the instants of ten days.
  clock.mockReturnValue(new Date('2026-10-31T12:00:00Z'))
  await lookAhead(product)({}, {} as never)
  const known = await sql<{
    isKnown: boolean
  }>`select bool_and(known_until > '2026-11-09') as is_known from hours_kind`.execute(database)
  expect(known.rows[0]?.isKnown).toBe(true)
  const changes = [
    sql`update schedule set opens_at = '00:30', closes_at = '23:30', valid_to = null where opens_at > '12:00'`,
    sql`delete from schedule where id in (select id from schedule order by md5(opens_at::text || id::text) limit 8)`,
    // To another service, and to another place.
    sql`update schedule set service_id = (select id from service where name = 'Hourly 3')
      where service_id in (select id from service where name in ('Hourly 5', 'Hourly 6', 'Hourly 7'))`,
    sql`update service_at_location set service_id = (select id from service where name = 'Hourly 9')
      where service_id = (select id from service where name = 'Hourly 10')`,
    // Places of one service exchange their zones.
    sql`update address set postal_code = case postal_code when '10001' then '96813' when '96813' then '10001' when '90012' then '85001' else '90012' end
      where city = 'Town'`,
    sql`delete from service_at_location where service_id = (select id from service where name = 'Hourly 11')`,
  ]
  for (const [n, change] of changes.entries()) {
    await change.execute(database)
    for (const instant of instants.slice(0, 4)) await check(instant)
    if (n === 2) await lookAhead(product)({}, {} as never)
  }
  clock.mockRestore()
  // Otherwise it would prove little.
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(10)
  expect(Math.max(...counts)).toBeLessThan(22)
}, 60_000)

it('DIR-06 a kind of hours goes when no service has it, but not while somebody begins to use it', async () => {
  const { add } = directoryOf(product)
  const serviceId = await add('service', { organizationId, name: 'Nightly' })
  const rows = { freq: 'WEEKLY', byday: 'MO', opensAt: '01:07', closesAt: '01:13' }
  const first = await add('schedule', { ...rows, serviceId })
  const kindOf = async (id: string) =>
    (
      await sql<{ kind: string }>`select hours_kind::text as kind from service_search where service_id = ${id}`.execute(
        database,
      )
    ).rows[0]?.kind ?? ''
  const isKept = async (kind: string) =>
    (await sql`select from hours_kind where id = ${kind}::bigint`.execute(database)).rows.length === 1
  // Nothing is known ahead so long after, so all kinds are looked at.
  const clock = vi.spyOn(directoryClock, 'now').mockReturnValue(new Date('2027-06-01T12:00:00Z'))
  const nightly = await kindOf(serviceId)
  await database.deleteFrom('schedule').where('id', '=', first).execute()
  expect(await kindOf(serviceId)).not.toBe(nightly)
  expect(await isKept(nightly)).toBe(true)
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('schedule')
      .values({ ...rows, serviceId } as never)
      .execute()
    await lookAhead(product)({}, {} as never)
  })
  expect([await kindOf(serviceId), await isKept(nightly)]).toEqual([nightly, true])
  await database.deleteFrom('schedule').where('serviceId', '=', serviceId).execute()
  await lookAhead(product)({}, {} as never)
  expect(await isKept(nightly)).toBe(false)
  clock.mockRestore()
})

it('DIR-05 a point that changes only its hours is not counted again on the map', async () => {
  const { add, makePlace } = directoryOf(product)
  const serviceId = await add('service', { organizationId, name: 'Steady' })
  await makePlace(serviceId, { organizationId, latitude: 45, longitude: -100 })
  await sql`select fold_map_cells()`.execute(database)
  await add('schedule', { serviceId, freq: 'WEEKLY', byday: 'MO', opensAt: '09:00', closesAt: '17:00' })
  const { rows } = await sql<{ same: boolean; changes: number }>`
    select p.hours_kind = s.hours_kind as same, (select count(*) from map_cell_change)::integer as changes
    from service_point p join service_search s using (service_id) where service_id = ${serviceId}`.execute(database)
  expect(rows).toEqual([{ same: true, changes: 0 }])
})
