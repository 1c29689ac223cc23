import { Temporal } from 'temporal-polyfill'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type HoursCase, hoursCases } from '#test/hours-cases.ts'
import { expectedSpans } from '#test/hours-oracle.ts'
import { directoryClock } from './directory-clock.ts'

const PORTAL_ZONE = 'America/New_York'
const app = await startTestApp({ TIME_ZONE: PORTAL_ZONE })
const { database } = app
const { call } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const moveClock = (instant: string) => vi.spyOn(directoryClock, 'now').mockReturnValue(new Date(instant))

/** A service with one place, which has these hours. */
async function makeService({ name, zip, rows }: Pick<HoursCase, 'name' | 'zip' | 'rows'>) {
  const { id: organizationId } = await makeOrganization(database)
  const insert = async (table: 'service' | 'location' | 'serviceAtLocation', values: object) =>
    (
      (await database
        .insertInto(table)
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()) as { id: string }
    ).id
  const serviceId = await insert('service', { organizationId, name })
  const locationId = await insert('location', { organizationId })
  if (zip) await database.insertInto('address').values({ locationId, postalCode: zip }).execute()
  const serviceAtLocationId = await insert('serviceAtLocation', { serviceId, locationId })
  const owners = { service: { serviceId }, place: { locationId }, both: { serviceAtLocationId } }
  for (const { on = 'service', ...row } of rows)
    await database
      .insertInto('schedule')
      .values({ ...owners[on], ...row })
      .execute()
  return serviceId
}

const HOUR = 3_600_000
const between = (from: string, to: string, step: number) => {
  const instants: number[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += step) instants.push(at)
  return instants
}
// Every quarter of an hour of the nights when clocks change, here and in Los Angeles; else one of fifteen hours.
const instants = [
  ...between('2026-10-26T04:00:00Z', '2027-01-04T05:00:00Z', 15.25 * HOUR),
  ...between('2026-11-01T04:00:00Z', '2026-11-01T12:00:00Z', HOUR / 4),
  ...between('2027-03-14T05:00:00Z', '2027-03-14T12:00:00Z', HOUR / 4),
]

const made = new Map<string, string>()
for (const hours of hoursCases) made.set(hours.name, await makeService(hours))
const answers: { at: number; cards: Map<string, boolean | null>; found: Set<string> }[] = []
for (const at of instants) {
  moveClock(new Date(at).toISOString())
  const list = async (query: string) =>
    (await call('GET', `/api/service/?limit=200${query}`)).body as {
      items: { id: string; isOpenNow: boolean | null }[]
      relaxed: string[]
    }
  const open = await list('&openNow=true')
  answers.push({
    at,
    cards: new Map((await list('')).items.map(({ id, isOpenNow }) => [id, isOpenNow])),
    found: new Set(open.relaxed.includes('openNow') ? [] : open.items.map(({ id }) => id)),
  })
}

it.each(hoursCases)('ORG-07 DIR-06 agrees with rrule-temporal: $name', async (hours) => {
  const id = made.get(hours.name) ?? ''
  const spans = expectedSpans({ zone: PORTAL_ZONE, ...hours }, ['2026-10-20', '2027-03-30'])
  const wrong: string[] = []
  for (const { at, cards, found } of answers) {
    const isOpen = spans.some(({ from, to }) => from <= at && at < to)
    const said = `${new Date(at).toISOString()} is ${isOpen ? 'open' : 'not open'}`
    if ((cards.get(id) === true) !== isOpen) wrong.push(`${said}: card`)
    if (found.has(id) !== isOpen) wrong.push(`${said}: search`)
  }
  expect(wrong).toEqual([])
  for (const from of [...days('2026-10-27', 10), '2027-03-10']) {
    moveClock(`${from}T20:00:00Z`)
    const [place] = (await call('GET', `/api/service/${id}`)).body.places
    for (const { day, hours: said } of place.week as { day: string; hours: { opensAt: string; closesAt: string }[] }[])
      expect([day, ...said.map(({ opensAt, closesAt }) => `${opensAt}-${closesAt}`)]).toEqual([
        day,
        ...spans.filter((span) => span.day === day).map((span) => span.hours),
      ])
  }
})

/** The first days of weeks. */
function days(from: string, weeks: number) {
  return Array.from({ length: weeks }, (_, at) => Temporal.PlainDate.from(from).add({ weeks: at }).toString())
}
