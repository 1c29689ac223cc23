import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { ServiceQuery } from '../service-search.ts'
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
  for (let page = 0; page < 100; page++) {
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
