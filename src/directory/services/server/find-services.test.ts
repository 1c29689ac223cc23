import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { howOften } from '#test/how-often.ts'
import { ServiceQuery } from '../service-search.ts'
import { directoryClock } from './directory-clock.ts'
import { importDemoDirectory } from './directory-public.ts'
import { findServices, type SearchBounds } from './find-services.ts'

const { database, config } = await startTestApp()
await importDemoDirectory(database)

/** So low that the demo directory counts as large. */
const few: SearchBounds = { services: 3, places: 2 }
const many: SearchBounds = { services: 100_000, places: 100_000 }

/** All pages of a search, one after the other. */
async function findAll(query: Record<string, unknown>, bounds: SearchBounds) {
  const ids: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 200; page++) {
    const asked = ServiceQuery.parse({ limit: 2, ...query, ...(cursor ? { cursor } : {}) })
    const { found, nextCursor } = await findServices(database, asked, config.timeZone, bounds)
    ids.push(...found.map((f) => f.serviceId))
    if (!nextCursor) return ids
    cursor = nextCursor
  }
  throw new Error('The pages do not end')
}
const tiersOf = async (ids: string[], word: string) => {
  const { rows } = await sql<{ tier: number }>`
    select case when ts_filter(document, '{a}') @@ q then 0 when ts_filter(document, '{a,b}') @@ q then 1 else 2 end as tier
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, position)
    join service_search s on s.service_id = wanted.id cross join plainto_tsquery('directory', ${word}) q
    order by position`.execute(database)
  return rows.map((r) => r.tier)
}

it.each([
  { text: 'help' },
  { text: 'food' },
  { text: 'family zebra telescope' },
  { text: 'help', free: 'true' },
  { near: '14213', radius: '50' },
  { text: 'help', near: '14213', radius: '50' },
  { text: 'food', near: '14202', radius: '5' },
])('DIR-01 finds the same services page by page, each once, where they are too many to rank: %o', async (query) => {
  const ranked = await findAll(query, many)
  const bounded = await findAll(query, few)
  expect(ranked.length).toBeGreaterThan(few.services)
  expect(new Set(bounded).size).toBe(bounded.length)
  expect(bounded.toSorted()).toEqual(ranked.toSorted())
})

it('DIR-01 pages of any size hold every match once, whatever is searched for and wherever ranking ends', async () => {
  const terms = await database.selectFrom('taxonomyTerm').select('id').orderBy('name').limit(6).execute()
  const filters: Record<string, string>[] = [
    { text: 'help' },
    { text: 'family food' },
    { text: 'foood' },
    { text: 'help zebra telescope' },
    { near: '14213', radius: '50' },
    { near: '14202', radius: '3' },
    { near: '10001' },
    { openNow: 'true' },
    { free: 'true' },
    { language: 'Spanish' },
    { age: '30' },
    { bbox: '-79,42.8,-78.7,43' },
    ...terms.map(({ id }) => ({ category: id })),
  ]
  // A Tuesday; between two pages, nothing opens or closes.
  vi.spyOn(directoryClock, 'now').mockReturnValue(new Date('2026-11-24T16:00:00Z'))
  const search = record({
    filters: array(constantFrom(...filters), { minLength: 1, maxLength: 3 }),
    limit: integer({ min: 1, max: 5 }),
    bounds: record({
      services: integer({ min: 1, max: 30 }),
      places: integer({ min: 1, max: 30 }),
      ring: integer({ min: 1, max: 30 }),
    }),
  })
  await assert(
    asyncProperty(search, async ({ filters, limit, bounds }) => {
      const query = Object.assign({}, ...filters)
      const paged = await findAll({ ...query, limit }, bounds)
      expect(new Set(paged).size).toBe(paged.length)
      expect(paged.toSorted()).toEqual((await findAll({ ...query, limit: 100 }, many)).toSorted())
    }),
    { numRuns: howOften(25, 200) },
  )
})

it('DIR-01 DIR-04 puts services with a common word in the name first, however many have it', async () => {
  const tiers = await tiersOf(await findAll({ text: 'help' }, few), 'help')
  expect(new Set(tiers).size).toBeGreaterThan(1)
  expect(tiers).toEqual(tiers.toSorted())
})

it('DIR-01 shows what is near before what is far where the services are too many to rank', async () => {
  const near = await findAll({ near: '14213', radius: '50' }, few)
  expect(near).toEqual(await findAll({ near: '14213', radius: '50' }, many))
  const first = (await findAll({ near: '14213', radius: '50', text: 'help' }, few)).slice(0, 2)
  const nearest = (await findAll({ near: '14213', radius: '50' }, many)).slice(0, 20)
  expect(nearest).toEqual(expect.arrayContaining(first))
})
