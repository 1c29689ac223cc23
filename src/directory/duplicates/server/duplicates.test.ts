import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
const { database } = product
const dana = await product.someone({ roles: ['data-manager'] })
const root = await product.someone({ roles: ['platform-admin'] })

const files = {
  'organizations.csv': 'id,name,website\no,Ferry House,https://ferryhouse.org\n',
  'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na,l,12 Main Street,Buffalo,NY,14201\n',
  'services.csv': 'id,organization_id,name,status\na,o,Ferry rides,active\nb,o,Ferry advice,active\n',
  'service_at_location.csv': 'id,service_id,location_id\nal,a,l\nbl,b,l\n',
  'phones.csv': 'id,service_id,number\np,a,716-555-0100\nq,b,716-555-0100\n',
}
function bring(sourceName: string, changed: Partial<typeof files> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName })
}
const list = async (query = '') => (await dana.call('GET', `/api/duplicate/${query}`)).body
// biome-ignore lint/suspicious/noExplicitAny: a record of the call
const namesOf = (items: any[]) => items.map(({ kind, sides }) => `${kind}: ${sides[0].name}, ${sides[1].name}`).sort()
const four = [
  'location: Ferry Hall, Ferry Hall',
  'organization: Ferry House, Ferry House',
  'service: Ferry advice, Ferry advice',
  'service: Ferry rides, Ferry rides',
]
// biome-ignore lint/suspicious/noExplicitAny: a record of the call
const find = async (kind: string, name: string, query = ''): Promise<any> =>
  // biome-ignore lint/suspicious/noExplicitAny: a record of the call
  (await list(query)).items.find((pair: any) => pair.kind === kind && pair.sides[0].name === name)
const decide = (id: string, state: string, call = dana.call) => call('PUT', `/api/duplicate/${id}/decision`, { state })

it('DIR-11 after an import, what two sources have in common is proposed with its reasons, the most alike first', async () => {
  await bring('county')
  await product.workJobs()
  expect((await list()).items).toEqual([])
  await bring('town', {
    'addresses.csv': files['addresses.csv'].replace('Main Street', 'Main St.'),
    'phones.csv': files['phones.csv'].replaceAll('716-555-0100', '(716) 555-0100'),
  })
  await product.workJobs()
  const { items, totalCount, nextCursor } = await list()
  expect(namesOf(items)).toEqual(four)
  expect([totalCount, nextCursor]).toEqual([4, null])
  const rides = await find('service', 'Ferry rides')
  expect(rides).toMatchObject({
    ...{ state: 'open', level: 'very-likely', decidedBy: null },
    reasons: ['name', 'organization', 'phone', 'address', 'website'],
  })
  expect(rides.sides.map((side: { sourceName: string }) => side.sourceName).sort()).toEqual(['county', 'town'])
  expect(namesOf((await list('?kind=location')).items)).toEqual(four.slice(0, 1))
  const pages: { sides: { id: string }[] }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`?limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    expect([page.items.length, page.totalCount]).toEqual([1, 4])
    pages.push(...page.items)
    cursor = page.nextCursor
  }
  expect(pages).toEqual(items)
  const kept = await database
    .selectFrom('duplicatePair')
    .select(['id', 'score'])
    .orderBy('score', 'desc')
    .orderBy('id')
    .execute()
  expect(items.map(({ id }: { id: string }) => id)).toEqual(kept.map(({ id }) => id))
  const first = await list('?limit=3')
  const second = await list(`?limit=3&cursor=${first.nextCursor}`)
  expect(namesOf([...first.items, ...second.items])).toEqual(four)
})

it('DIR-11 a pair shows both listings with the fields in which they differ', async () => {
  const { id } = await find('service', 'Ferry rides')
  const { status, body } = await dana.call('GET', `/api/duplicate/${id}`)
  expect([status, body.pair.id, body.listings.length]).toEqual([200, id, 2])
  expect(body.fields).toContain('phones')
  expect(body.fields).not.toContain('name')
  expect(body.listings.map((one: { id: string }) => one.id)).toEqual(
    body.pair.sides.map((side: { id: string }) => side.id),
  )
  expect(body.pair.sides.map((side: { address: string }) => side.address).sort()).toEqual([
    '12 Main St., Buffalo, 14201',
    '12 Main Street, Buffalo, 14201',
  ])
  const gone = crypto.randomUUID()
  expect((await dana.call('GET', `/api/duplicate/${gone}`)).status).toBe(404)
  expect((await decide(gone, 'different')).status).toBe(404)
})

it('DIR-11 a pair that was marked as different is never proposed again, one that was put off is, after its day', async () => {
  const [hall, advice] = [await find('location', 'Ferry Hall'), await find('service', 'Ferry advice')]
  const rowOf = (id: string) =>
    database
      .selectFrom('duplicatePair')
      .select(['state', 'laterOn', 'decidedBy', 'decidedOn'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect((await decide(hall.id, 'different')).status).toBe(204)
  const decided = await rowOf(hall.id)
  expect(decided).toMatchObject({ state: 'different', laterOn: null, decidedBy: dana.account.id })
  // Saying it again changes nothing.
  expect((await decide(hall.id, 'different', root.call)).status).toBe(204)
  expect(await rowOf(hall.id)).toEqual(decided)
  const events = await database.selectFrom('event').selectAll().where('subjectId', '=', hall.id).execute()
  expect(events).toMatchObject([{ type: 'duplicate', audience: ['role:platform-admin', 'role:data-manager'] }])
  expect((await decide(advice.id, 'later', root.call)).status).toBe(204)
  await bring('town')
  await product.workJobs()
  await product.runTask('find-duplicates')
  expect(namesOf((await list()).items)).toEqual([four[1], four[3]])
  expect(await find('location', 'Ferry Hall', '?state=different')).toMatchObject({ decidedBy: 'Dana Tester' })
  expect(namesOf((await list('?state=later')).items)).toEqual([four[2]])
  await database.updateTable('duplicatePair').set({ laterOn: '2020-01-01' }).where('id', '=', advice.id).execute()
  expect(namesOf((await list()).items)).toEqual([four[1], four[2], four[3]])
  // Later, once more, counts from today.
  expect((await decide(advice.id, 'later', root.call)).status).toBe(204)
  expect((await rowOf(advice.id)).laterOn).not.toBe('2020-01-01')
  expect(namesOf((await list('?state=later')).items)).toEqual([four[2]])
  await database.updateTable('duplicatePair').set({ laterOn: '2020-01-01' }).where('id', '=', advice.id).execute()
  expect((await decide(hall.id, 'open')).status).toBe(204)
  expect(await rowOf(hall.id)).toEqual({ state: 'open', laterOn: null, decidedBy: null, decidedOn: null })
  expect(namesOf((await list()).items)).toEqual(four)
  const acts = await database
    .selectFrom('auditRecord')
    .select('action')
    .where('subjectType', '=', 'duplicate')
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'duplicate-different',
    'duplicate-later',
    'duplicate-later',
    'duplicate-open',
  ])
})

it('DIR-11 a pair that is no longer alike is forgotten, unless somebody decided about it', async () => {
  const advice = await find('service', 'Ferry advice')
  const stands = async () => (await dana.call('GET', `/api/duplicate/${advice.id}`)).status
  expect((await decide(advice.id, 'different')).status).toBe(204)
  await bring('town', {
    'services.csv': files['services.csv'].replace('Ferry advice', 'Legal clinic'),
  })
  await product.workJobs()
  expect(await stands()).toBe(200)
  expect((await decide(advice.id, 'open')).status).toBe(204)
  await product.runTask('find-duplicates')
  expect(await stands()).toBe(404)
  expect((await list()).totalCount).toBe(3)
})

it('ORG-10 DIR-11 a confidential place is no reason, and is not proposed itself', async () => {
  await database.updateTable('location').set({ isConfidential: true }).where('sourceName', '=', 'town').execute()
  const rides = await find('service', 'Ferry rides')
  expect(rides.reasons).not.toContain('address')
  expect(await find('location', 'Ferry Hall')).toBeUndefined()
  const { body } = await dana.call('GET', `/api/duplicate/${rides.id}`)
  const hidden = body.pair.sides.find((side: { sourceName: string }) => side.sourceName === 'town')
  expect(hidden.address).toBeNull()
  expect(JSON.stringify(body.listings.find((one: { id: string }) => one.id === hidden.id))).not.toContain('12 Main')
  await product.runTask('find-duplicates')
  expect((await list('?kind=location')).totalCount).toBe(0)
})
