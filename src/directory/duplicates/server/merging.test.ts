import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const dana = await product.someone({ roles: ['data-manager'] })
const { id: organizationId } = await makeOrganization(database)
const reader = await product.someone({ organizationId, roles: ['organization-staff'] })

const files = {
  'organizations.csv': 'id,name\no,Ferry House\n',
  'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na,l,12 Main Street,Buffalo,NY,14201\n',
  'services.csv': 'id,organization_id,name,description,wait_time,status\na,o,Ferry rides,Rides,A day,active\n',
  'service_at_location.csv': 'id,service_id,location_id\nal,a,l\n',
  'schedules.csv': 'id,service_at_location_id,freq,byday,opens_at,closes_at\nh,al,WEEKLY,MO,09:00,12:00\n',
  'phones.csv': 'id,service_id,number\np,a,716-555-0100\n',
}
type Files = Partial<typeof files>
async function bring(sourceName: string, changed: Files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  await importDirectory(database, { folder, sourceName, removesMuch: true })
  await product.workJobs()
}
const rides = (description: string, wait: string) =>
  files['services.csv'].replace('Rides,A day', `${description},${wait}`)
const phones = (...numbers: string[]) =>
  `id,service_id,number\n${numbers.map((number) => `${number},a,${number}\n`).join('')}`
const town = {
  'services.csv': rides('Rides to the doctor', 'Two days'),
  'phones.csv': phones('716-555-0100', '716-555-0200'),
}

const idOf = async (sourceName: string) =>
  String(
    (await database.selectFrom('service').select('id').where('sourceName', '=', sourceName).executeTakeFirstOrThrow())
      .id,
  )
const editor = async (id: string) => (await dana.call('GET', `/api/service/${id}/editor`)).body
const valuesOf = async (id: string) => (await editor(id)).values
const numbersOf = async (id: string) => (await valuesOf(id)).phones.map(({ number }: { number: string }) => number)
const history = async (id: string) => (await dana.call('GET', `/api/service/${id}/history`)).body.items
const found = async () =>
  (await reader.call('GET', '/api/service/?text=rides')).body.items.map(({ id }: { id: string }) => id)
const pairOf = async () =>
  String(
    (await database.selectFrom('duplicatePair').select('id').where('kind', '=', 'service').executeTakeFirstOrThrow())
      .id,
  )
const merge = async (take: string[], given: object = {}) => {
  const versions = { [stays]: (await editor(stays)).version, [gone]: (await editor(gone)).version }
  return dana.call('POST', `/api/duplicate/${await pairOf()}/merge`, { stays, versions, take, ...given })
}
const separate = async () => dana.call('POST', `/api/duplicate/${await pairOf()}/separation`, {})
let [stays, gone] = ['', '']
beforeAll(async () => {
  await bring('county')
  await bring('town', town)
  ;[stays, gone] = [await idOf('county'), await idOf('town')]
})

it('DIR-11 a merge that is out of date, or names anything else, changes nothing', async () => {
  const refused = async (given: object) => {
    const { status, body } = await merge([], given)
    return [status, body.code, body.errors?.[0]?.path]
  }
  expect(await refused({ versions: { [stays]: 1, [gone]: 9 } })).toEqual([409, 'stale-version', undefined])
  expect(await refused({ stays: organizationId })).toEqual([400, 'invalid-request', 'stays'])
  expect(await refused({ take: ['intake'] })).toEqual([400, 'invalid-request', 'take'])
  await database.updateTable('organization').set({ standing: 'verified' }).where('sourceName', '=', 'town').execute()
  expect(await refused({})).toEqual([409, 'merge-owned', undefined])
  await database.updateTable('organization').set({ standing: 'listed' }).where('sourceName', '=', 'town').execute()
  expect((await found()).sort()).toEqual([stays, gone].sort())
})

it('DIR-11 of two services one stays with the chosen values; links, lists, searches and the feed lead to it', async () => {
  const list = (await reader.call('POST', '/api/serviceList/entry', { serviceId: gone })).body
  const take = ['description', 'phones', 'locationIds']
  const [first, second] = await Promise.all([merge(take), merge(take)])
  expect([first.status, second.status].sort()).toEqual([204, 409])
  const values = await valuesOf(stays)
  expect([values.description, values.waitTime]).toEqual(['Rides to the doctor', 'A day'])
  expect(await numbersOf(stays)).toEqual(['716-555-0100', '716-555-0200'])
  const hours = (await valuesOf(gone)).hours
  expect(Object.keys(hours)).toHaveLength(1)
  expect(values.hours).toMatchObject(hours)
  expect(values.locationIds).toHaveLength(2)
  expect(await found()).toEqual([stays])
  expect((await reader.call('GET', `/api/service/${gone}`)).body.id).toBe(stays)
  const entry = (await reader.call('GET', `/api/serviceList/${list.id}`)).body
  expect(JSON.stringify(entry)).toContain('Ferry rides')
  expect(JSON.stringify(entry)).not.toContain('"isListed":false')
  const moved = await product.anonymous('GET', `/hsds/services/${gone}`)
  expect([moved.status, moved.headers.location]).toEqual([307, `/hsds/services/${stays}`])
  const published = (await product.anonymous('GET', '/hsds/services')).body.contents
  expect(published.map(({ id }: { id: string }) => id)).toEqual([stays])
  expect((await history(stays))[0]).toMatchObject({
    cause: 'merge',
    changedBy: 'Dana Tester',
    after: { mergedFrom: 'Ferry rides' },
  })
  expect((await history(gone))[0]).toMatchObject({ cause: 'merge', after: { mergedInto: 'Ferry rides' } })
  expect((await dana.call('GET', '/api/duplicate/merged')).body.items).toMatchObject([
    { stays: { id: stays }, gone: { id: gone } },
  ])
})

it('DIR-11 imports of both sources go on updating the one: the later value counts, lists have what either says', async () => {
  const { version } = await editor(stays)
  await bring('county')
  await bring('town', town)
  expect((await editor(stays)).version).toBe(version)
  await bring('town', { 'services.csv': rides('Rides for all', 'Two days'), 'phones.csv': phones('716-555-0300') })
  expect(await found()).toEqual([stays])
  expect((await valuesOf(stays)).description).toBe('Rides for all')
  // The number of its own source stays, although the other one no longer has it.
  expect(await numbersOf(stays)).toEqual(['716-555-0100', '716-555-0300'])
  expect((await history(stays))[0]).toMatchObject({ cause: 'import', changedBy: null })
  await bring('county')
  expect((await valuesOf(stays)).description).toBe('Rides for all')
  await bring('county', { 'services.csv': rides('Rides by the county', 'An hour') })
  expect(await valuesOf(stays)).toMatchObject({ description: 'Rides by the county', waitTime: 'An hour' })
  await bring('town', {
    'services.csv': rides('Rides for everybody', 'Two days'),
    'phones.csv': phones('716-555-0300'),
  })
  expect((await valuesOf(stays)).description).toBe('Rides for everybody')
})

it('ORG-05 DIR-11 what a person edited, neither source changes', async () => {
  const { version } = await editor(stays)
  const changes = { description: 'Rides, as the ferry says' }
  expect((await dana.call('PUT', `/api/service/${stays}`, { version, changes })).status).toBe(200)
  await bring('town', { 'services.csv': rides('Rides galore', 'Three days'), 'phones.csv': phones('716-555-0300') })
  expect(await valuesOf(stays)).toMatchObject({ ...changes, waitTime: 'Three days' })
})

it('DIR-11 undone, both are shown again: what nobody changed since goes back, and the pair is not proposed again', async () => {
  const [first, second] = await Promise.all([separate(), separate()])
  expect([first.status, second.status]).toEqual([204, 204])
  expect((await found()).sort()).toEqual([stays, gone].sort())
  expect(await valuesOf(stays)).toMatchObject({ description: 'Rides, as the ferry says', waitTime: 'An hour' })
  expect(await numbersOf(stays)).toEqual(['716-555-0100'])
  expect((await valuesOf(stays)).locationIds).toHaveLength(1)
  expect(await valuesOf(gone)).toMatchObject({ description: 'Rides galore', waitTime: 'Three days' })
  expect((await reader.call('GET', `/api/service/${gone}`)).body.id).toBe(gone)
  expect((await history(gone))[0]).toMatchObject({ cause: 'split', changedBy: 'Dana Tester' })
  expect((await history(stays)).filter(({ cause }: { cause: string }) => cause === 'split')).toHaveLength(1)
  await product.runTask('find-duplicates')
  expect((await dana.call('GET', '/api/duplicate/?kind=service')).body.items).toEqual([])
})
