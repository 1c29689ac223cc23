import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, asyncProperty, constantFrom, record, array as several } from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type ServiceItem, ServiceQuery } from '../service-search.ts'
import { readNewAreas } from './directory-public.ts'
import { findServices } from './find-services.ts'
import { importDirectory } from './import/import-directory.ts'

const app = await startTestApp()
const { database, config } = app
const { call } = await app.someone({ organizationId: (await makeOrganization(database)).id })

const files = {
  'organizations.csv': `id,name
hub,Legal Hub
law,Prairie Law
far,Lake Law
none,No Office
`,
  // 60602 is in Cook County, 60085 in Lake County, 62701 in Sangamon County.
  'locations.csv': `id,organization_id,name,location_type
cook,hub,Chicago office,physical
lake,far,Waukegan office,physical
south,law,Springfield office,physical
`,
  'addresses.csv': `id,location_id,address_1,city,state_province,postal_code,country,address_type
1,cook,1 State Street,Chicago,IL,60602,US,physical
2,lake,1 Lake Street,Waukegan,IL,60085,US,physical
3,south,1 Capitol Street,Springfield,IL,62701,US,physical
`,
  'services.csv': `id,organization_id,name,status,description,url
here,hub,Walk-in lawyer,active,,
across,far,Lake lawyer,active,,
visits,law,Visiting lawyer,active,,
line,none,State lawyer line,active,,
site,none,Nation lawyer chat,active,,https://chat.example.org
guess,none,Free lawyer forms in Cook County,active,,
vague,none,Vague lawyer,active,,
silent,none,Silent lawyer,active,,
office,hub,Office lawyer,active,,
`,
  'services_at_location.csv': `id,service_id,location_id
1,here,cook
2,across,lake
3,visits,south
`,
  'service_areas.csv': `id,service_id,name
1,here,Cook County
2,across,Lake County
3,visits,"Cook, Lake and Will Counties"
4,line,Illinois
5,site,Nationwide
6,vague,the north side of town
`,
  'phones.csv': `id,service_id,number,type
1,line,312-555-0100,voice
2,guess,312-555-0101,voice
`,
}
function folderOf(changed: Partial<Record<keyof typeof files, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-reach-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return folder
}
const load = (changed?: Partial<Record<keyof typeof files, string>>) =>
  importDirectory(database, { folder: folderOf(changed), sourceName: 'prairie' })
await load()

const search = async (query: string) => (await call('GET', `/api/service/?${query}`)).body
const items = async (query: string): Promise<ServiceItem[]> => (await search(query)).items
const names = async (query: string) => (await items(query)).map(({ name }) => name)
const reachOf = async (name: string, near = 'near=60602') =>
  (await items(`text=lawyer&${near}&limit=200`)).find((item) => item.name === name)?.reach

it('DIR-01 a service that serves my county comes before one that serves another’s, wherever their offices are', async () => {
  expect(await names('text=lawyer&near=60602&radius=100')).toEqual([
    'Walk-in lawyer',
    'Visiting lawyer',
    'Free lawyer forms in Cook County',
    'Office lawyer',
    'State lawyer line',
    'Nation lawyer chat',
    'Silent lawyer',
    'Vague lawyer',
    'Lake lawyer',
  ])
})

it('DIR-01 telephone and online services count from any ZIP of their area, and not beyond', async () => {
  expect(await names('text=lawyer&near=62901&radius=5')).toEqual([
    'State lawyer line',
    'Nation lawyer chat',
    'Silent lawyer',
    'Vague lawyer',
  ])
  expect(await names('text=lawyer&near=10001&radius=5')).toEqual(['Nation lawyer chat'])
  // A PO box in Cook County.
  expect(await names('text=forms&near=60690')).toEqual(['Free lawyer forms in Cook County'])
})

it('DIR-01 says whom a service helps by where they live, and how it knows', async () => {
  const cook = { kind: 'county', name: 'Cook County' }
  const illinois = { kind: 'state', name: 'Illinois' }
  const all = { basis: 'said', way: 'place', isHere: true, areaCount: 1 }
  expect(await reachOf('Walk-in lawyer')).toEqual({ ...all, areas: [cook] })
  expect(await reachOf('Visiting lawyer')).toMatchObject({ isHere: true, areaCount: 3, areas: { 0: cook, length: 3 } })
  expect(await reachOf('State lawyer line')).toEqual({ ...all, way: 'phone', areas: [illinois] })
  expect(await reachOf('Nation lawyer chat')).toEqual({ ...all, way: 'online', areas: [{ kind: 'nation', name: '' }] })
  expect(await reachOf('Free lawyer forms in Cook County')).toEqual({
    ...all,
    way: 'phone',
    basis: 'guess',
    areas: [cook],
  })
  expect(await reachOf('Lake lawyer', 'near=60602&radius=100')).toMatchObject({ isHere: false })
  expect(await reachOf('Lake lawyer', '')).toMatchObject({ isHere: null, areas: [{ name: 'Lake County' }] })
})

it('DIR-01 places a service without a place by its area, then by its organization, then by its source, and says which', async () => {
  const bases = ['State lawyer line', 'Office lawyer', 'Silent lawyer', 'Vague lawyer']
  expect(await Promise.all(bases.map(async (name) => (await reachOf(name))?.basis))).toEqual([
    'said',
    undefined,
    'source',
    'source',
  ])
  const office = (await items('text=office&near=60602'))[0]
  expect(office?.place).toMatchObject({ isOwn: false, city: 'Chicago' })
})

it('DIR-03 an area that cannot be read is kept as text, and a guess stands with its words', async () => {
  const areas = await database
    .selectFrom('serviceArea as a')
    .innerJoin('service as s', 's.id', 'a.serviceId')
    .select(['s.sourceKey', 'a.name', 'a.keys', 'a.statedBy', 'a.because'])
    .where('s.sourceKey', 'in', ['vague', 'guess'])
    .orderBy('s.sourceKey')
    .execute()
  expect(areas).toEqual([
    { sourceKey: 'guess', name: 'Cook County', keys: ['c17031'], statedBy: 'guess', because: 'Cook County' },
    { sourceKey: 'vague', name: 'the north side of town', keys: [], statedBy: 'source', because: null },
  ])
})

it('DIR-03 importing again changes nothing; a change of the source is read, and a guess gives way to it', async () => {
  const report = await load()
  expect([report.inserted, report.updated, report.removed]).toEqual([0, 0, 0])
  await load({
    'service_areas.csv': `${files['service_areas.csv'].replace('the north side of town', 'Sangamon County')}7,guess,Will County\n`,
  })
  expect(await reachOf('Vague lawyer', 'near=62701')).toMatchObject({ basis: 'said', isHere: true })
  expect(await reachOf('Free lawyer forms in Cook County', 'near=60432')).toMatchObject({ basis: 'said', isHere: true })
  const guesses = await database.selectFrom('serviceArea').select('id').where('statedBy', '=', 'guess').execute()
  expect(guesses).toEqual([])
  await load()
  expect(await reachOf('Free lawyer forms in Cook County')).toMatchObject({ basis: 'guess', isHere: true })
})

it('DIR-01 what is changed here is found at once, or when its areas were read', async () => {
  const silent = { sourceKey: 'silent', sourceName: 'prairie' }
  const { id } = await database
    .selectFrom('service')
    .select('id')
    .where('sourceKey', '=', silent.sourceKey)
    .where('sourceName', '=', silent.sourceName)
    .executeTakeFirstOrThrow()
  await database.insertInto('serviceArea').values({ serviceId: id, name: 'Peoria County' }).execute()
  await readNewAreas(database)
  expect(await names('text=silent&near=61602')).toEqual(['Silent lawyer'])
  expect((await search('text=silent&near=60602')).relaxed).not.toEqual([])
  await database.deleteFrom('serviceArea').where('serviceId', '=', id).execute()
  expect(await names('text=silent&near=60602')).toEqual(['Silent lawyer'])
  await database.updateTable('service').set({ name: 'Silent lawyer in Lake County' }).where('id', '=', id).execute()
  await readNewAreas(database)
  expect(await reachOf('Silent lawyer in Lake County', 'near=60085')).toMatchObject({ basis: 'guess', isHere: true })
})

it('DIR-01 a place that moves within its street counts from where it is now, also for the services of its organization', async () => {
  const cook = await database
    .selectFrom('location')
    .select('id')
    .where('sourceKey', '=', 'cook')
    .where('sourceName', '=', 'prairie')
    .executeTakeFirstOrThrow()
  const moveTo = (latitude: number, given: { isConfidential?: boolean } = {}) =>
    database
      .updateTable('location')
      .set({ latitude, longitude: -87.629, ...given })
      .where('id', '=', cook.id)
      .execute()
  /** What the place and the organization's place cost, in meters. */
  const costs = async () => {
    const query = ServiceQuery.parse({ near: '60602', text: 'lawyer', radius: 100, limit: 100 })
    const { found } = await findServices(database, query, config.timeZone)
    const named = await database.selectFrom('service').select(['id', 'name']).execute()
    const costOf = (name: string) =>
      Number(found.find(({ serviceId }) => named.some((one) => one.id === serviceId && one.name === name))?.keys[0])
    return [costOf('Office lawyer'), costOf('Vague lawyer')]
  }
  await moveTo(41.9)
  const [before, vague] = await costs()
  await moveTo(41.9003)
  const [after, stays] = await costs()
  expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(25)
  expect((after ?? 0) - (before ?? 0)).toBeLessThan(40)
  expect(stays).toBe(vague)
  const stored = await sql<{ own: boolean | null; office: boolean | null }>`
    select own_points[1] = place_point(41.9003, -87.629) as own, office_points[1] = place_point(41.9003, -87.629) as office
    from service_reach r join service s on s.id = r.service_id where s.source_key in ('here', 'office') order by s.source_key`.execute(
    database,
  )
  expect(stored.rows).toEqual([
    { own: true, office: null },
    { own: null, office: true },
  ])
  await moveTo(41.9003, { isConfidential: true })
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from service_reach, unnest(own_points || office_points) point
      where point <-> place_point(41.9003, -87.629) < 100) as is_known`.execute(database)
  expect(rows).toEqual([{ isKnown: false }])
})

const areas = ['Cook County', 'Lake County', 'Illinois', 'Nationwide', 'Chicago, IL', '60602', 'nowhere known', null]
const spots = [[41.883, -87.629], [42.36, -87.84], [39.8, -89.65], [41.5, -88.1], null] as const

/** All pages of a search, one after the other. */
async function findAll(query: Record<string, unknown>, bounds: { services: number; places: number }) {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = ServiceQuery.parse({ limit: 3, ...query, ...(cursor ? { cursor } : {}) })
    const page = await findServices(database, asked, config.timeZone, bounds)
    ids.push(...page.found.map(({ serviceId }) => serviceId))
    cursor = page.nextCursor
  }
  return ids
}

it('DIR-01 pages of a search hold each listing once, however a service is found', async () => {
  const service = record({
    area: constantFrom(...areas),
    spot: constantFrom(...spots),
    office: constantFrom(...spots),
    word: constantFrom('quince', 'quince medlar', 'medlar'),
  })
  await assert(
    asyncProperty(several(service, { minLength: 5, maxLength: 14 }), async (made) => {
      const ids: string[] = []
      for (const { area, spot, office, word } of made) {
        const { id: organizationId } = await makeOrganization(database, { name: `Orchard ${crypto.randomUUID()}` })
        const [own, other] = await Promise.all(
          [spot, office].map((point) =>
            point
              ? database
                  .insertInto('location')
                  .values({ organizationId, locationType: 'physical', latitude: point[0], longitude: point[1] })
                  .returning('id')
                  .executeTakeFirst()
              : undefined,
          ),
        )
        const row = await database
          .insertInto('service')
          .values({ organizationId, name: word, status: 'active' })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
        for (const location of own ? [own, other] : [])
          if (location)
            await database
              .insertInto('serviceAtLocation')
              .values({ serviceId: row.id, locationId: location.id })
              .execute()
        if (area) await database.insertInto('serviceArea').values({ serviceId: row.id, name: area }).execute()
      }
      await readNewAreas(database)
      for (const query of [
        { near: '60602', text: 'quince' },
        { near: '60602', radius: 10 },
        { near: '60085', text: 'quince medlar' },
      ]) {
        const ranked = await findAll(query, { services: 100_000, places: 100_000 })
        const bounded = await findAll(query, { services: 2, places: 2 })
        expect(new Set(bounded).size).toBe(bounded.length)
        expect(bounded.toSorted()).toEqual(ranked.toSorted())
      }
      await database.deleteFrom('service').where('id', 'in', ids).execute()
    }),
    { numRuns: 8 },
  )
})
