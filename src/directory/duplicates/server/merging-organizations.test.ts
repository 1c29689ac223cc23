import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const product = await startTestApp({ PUBLIC_DIRECTORY: 'true' })
const { database } = product
const dana = await product.someone({ roles: ['data-manager'] })
const { id: organizationId } = await makeOrganization(database)
const reader = await product.someone({ organizationId, roles: ['organization-staff'] })

const files = {
  'organizations.csv': 'id,name,description,website\no,Harbor Table,Meals,https://harbortable.example\n',
  'programs.csv': 'id,organization_id,name\npr,o,Table program\n',
  'locations.csv': 'id,organization_id,name\nl,o,Harbor Hall\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na,l,4 Dock Street,Buffalo,NY,14201\n',
  'services.csv': 'id,organization_id,name,description,status\na,o,Harbor supper,Warm supper,active\n',
  'phones.csv': 'id,organization_id,number\np,o,716-555-0100\n',
}
const town = {
  ...files,
  'organizations.csv': 'id,name,description,website\no,The Harbor Table Inc,Warm meals,https://harbortable.example\n',
  'services.csv': 'id,organization_id,name,description,status\nb,o,Grocery bags,Bags to take home,active\n',
  'phones.csv': 'id,organization_id,number\np,o,716-555-0200\n',
}
async function bring(sourceName: string, given: Partial<typeof files>) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text)
  const report = await importDirectory(database, { folder, sourceName, removesMuch: true })
  await product.workJobs()
  return report.records
}
const idOf = async (table: 'organization' | 'service' | 'location', sourceName: string) => {
  const row = await database
    .selectFrom(table)
    .select('id')
    .where('sourceName', '=', sourceName)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return String(row.id)
}
const profile = async (id: string) => (await dana.call('GET', `/api/organization/${id}/editor`)).body
const numbersOf = async (id: string) =>
  (await profile(id)).values.phones.map(({ number }: { number: string }) => number).sort()
const found = async (organization: string) =>
  (await reader.call('GET', `/api/service/?organizationId=${organization}`)).body.items
    .map(({ name, organizationName }: Record<string, string>) => `${name}: ${organizationName}`)
    .sort()
const pairOf = async () =>
  String(
    (
      await database
        .selectFrom('duplicatePair')
        .select('id')
        .where('kind', '=', 'organization')
        .executeTakeFirstOrThrow()
    ).id,
  )
const merge = async (take: string[], given: object = {}) => {
  const versions = { [stays]: (await profile(stays)).version, [gone]: (await profile(gone)).version }
  return dana.call('POST', `/api/duplicate/${await pairOf()}/merge`, { stays, versions, take, ...given })
}
const separate = async () => dana.call('POST', `/api/duplicate/${await pairOf()}/separation`, {})
const standing = async (id: string, value: 'listed' | 'verified') =>
  database.updateTable('organization').set({ standing: value }).where('id', '=', id).execute()
let [stays, gone, bags] = ['', '', '']
beforeAll(async () => {
  await bring('county', files)
  await bring('town', town)
  ;[stays, gone] = [await idOf('organization', 'county'), await idOf('organization', 'town')]
  bags = await idOf('service', 'town')
})

it('DIR-11 an organization with which people of the portal have to do is not merged away, nor renamed if it was approved', async () => {
  const refused = async (take: string[] = [], given: object = {}) => (await merge(take, given)).body.code
  await standing(gone, 'verified')
  expect(await refused()).toBe('merge-owned')
  await standing(gone, 'listed')
  const { account } = await product.someone({ organizationId: gone, roles: ['organization-staff'] })
  expect(await refused()).toBe('merge-used')
  await database.updateTable('account').set({ organizationId }).where('id', '=', account.id).execute()
  await database.updateTable('contact').set({ organizationId }).where('organizationId', '=', gone).execute()
  await standing(stays, 'verified')
  expect(await refused(['name'])).toBe('merge-named')
  await standing(stays, 'listed')
  expect(await refused([], { versions: { [stays]: 99, [gone]: 1 } })).toBe('stale-version')
  expect((await found(gone)).length).toBe(1)
})

it('DIR-11 of two organizations one stays, has the services and places of both, and every old address leads to it', async () => {
  const [first, second] = await Promise.all([merge(['description', 'phones']), merge(['description', 'phones'])])
  expect([first.status, second.status].sort()).toEqual([204, 409])
  expect((await profile(stays)).values.description).toBe('Warm meals')
  expect(await numbersOf(stays)).toEqual(['716-555-0100', '716-555-0200'])
  const both = ['Grocery bags: Harbor Table', 'Harbor supper: Harbor Table']
  expect([await found(stays), await found(gone)]).toEqual([both, both])
  const listings = (await dana.call('GET', `/api/listing/?organizationId=${gone}`)).body
  expect([listings.organization.id, listings.services.length, listings.places.length]).toEqual([stays, 2, 2])
  const { anonymous } = product
  const moved = await anonymous('GET', `/hsds/organizations/${gone}`)
  expect([moved.status, moved.headers.location]).toEqual([307, `/hsds/organizations/${stays}`])
  const services = (await anonymous('GET', `/hsds/services?organization_id=${gone}`)).body.contents
  expect(services.map((one: Record<string, string>) => one.organization_id)).toEqual([stays, stays])
  const published = (await anonymous('GET', '/hsds/organizations')).body.contents
  expect(published.map(({ name }: { name: string }) => name)).not.toContain('The Harbor Table Inc')
  const page = await anonymous('GET', `/find/organization/${gone}?lang=es`)
  expect([page.status, page.headers.location]).toEqual([307, `/find/organization/${stays}?lang=es`])
  const [change] = (await dana.call('GET', `/api/service/${bags}/history`)).body.items
  expect(change).toMatchObject({
    ...{ cause: 'merge', changedBy: 'Dana Tester' },
    after: { organizationName: 'Harbor Table' },
  })
  expect((await dana.call('GET', '/api/duplicate/merged')).body.items).toMatchObject([
    { kind: 'organization', stays: { id: stays }, gone: { id: gone } },
  ])
})

it('DIR-11 after a merge of organizations both sources go on: nothing changes by itself, what is new belongs to the one', async () => {
  const { version } = await profile(stays)
  expect((await bring('county', files)).service).toMatchObject({ updated: 0 })
  const again = await bring('town', town)
  for (const kind of ['organization', 'program', 'location', 'service'] as const)
    expect([kind, again[kind].inserted, again[kind].updated]).toEqual([kind, 0, 0])
  expect((await profile(stays)).version).toBe(version)
  await bring('town', {
    ...town,
    'organizations.csv': town['organizations.csv'].replace('Warm meals', 'Meals for all'),
    'services.csv': `${town['services.csv']}c,o,Soup kitchen,Soup,active\n`,
  })
  expect((await profile(stays)).values.description).toBe('Meals for all')
  expect(await found(stays)).toContain('Soup kitchen: Harbor Table')
})

it('DIR-11 their places are one organization’s then, and can be merged', async () => {
  const place = await database
    .selectFrom('duplicatePair')
    .selectAll()
    .where('kind', '=', 'location')
    .executeTakeFirstOrThrow()
  const version = async (id: string) => (await dana.call('GET', `/api/location/${id}/editor`)).body.version
  const versions = { [place.firstId]: await version(place.firstId), [place.secondId]: await version(place.secondId) }
  const body = { stays: place.firstId, versions, take: [] }
  expect((await dana.call('POST', `/api/duplicate/${place.id}/merge`, body)).status).toBe(204)
  expect((await dana.call('GET', `/api/listing/?organizationId=${stays}`)).body.places).toHaveLength(1)
  expect((await bring('town', town)).location).toMatchObject({ inserted: 0, updated: 0 })
})

it('DIR-11 undone, each organization has its own again, also what its source listed since', async () => {
  const [first, second] = await Promise.all([separate(), separate()])
  expect([first.status, second.status]).toEqual([204, 204])
  expect(await found(stays)).toEqual(['Harbor supper: Harbor Table'])
  expect(await found(gone)).toEqual(['Grocery bags: The Harbor Table Inc', 'Soup kitchen: The Harbor Table Inc'])
  expect((await profile(stays)).values.description).toBe('Meals')
  expect(await numbersOf(stays)).toEqual(['716-555-0100'])
  // The merge of their places cannot stand without it.
  for (const id of [stays, gone])
    expect((await dana.call('GET', `/api/listing/?organizationId=${id}`)).body.places).toHaveLength(1)
  expect((await product.anonymous('GET', `/hsds/organizations/${gone}`)).status).toBe(200)
  const again = await bring('town', town)
  expect([again.location.updated, again.program.updated]).toEqual([0, 0])
  expect((await dana.call('GET', '/api/duplicate/?kind=organization')).body.items).toEqual([])
})

it('DIR-11 DIR-03 ORG-12 an import that runs while its organization is merged away loses nothing, and later ones are in the history of the other', async () => {
  const named = (name: string, services: string[], more: Partial<Record<string, string>> = {}) => ({
    'organizations.csv': `id,name,website\no,${name},https://quay-kitchen.example\n`,
    'programs.csv': `id,organization_id,name\npr,o,${name} meals\n`,
    'services.csv': `id,organization_id,program_id,name\n${services.map((one) => `${one},o,pr,Quay ${one}\n`).join('')}`,
    'contacts.csv': `id,organization_id,name\nc,o,Cook of ${name}\n`,
    'phones.csv': 'id,organization_id,number\np,o,716-555-0300\n',
    ...more,
  })
  await bring('north', named('Quay Kitchen', ['soup']))
  await bring('south', named('The Quay Kitchen Inc', ['bread']))
  const [north, south] = [await idOf('organization', 'north'), await idOf('organization', 'south')]
  const { id: pair } = await database
    .selectFrom('duplicatePair')
    .select('id')
    .where('kind', '=', 'organization')
    .where((where) => where.or([where('firstId', '=', north), where('secondId', '=', north)]))
    .executeTakeFirstOrThrow()
  const before = await profile(north)
  const imported = bring(
    'south',
    named('The Quay Kitchen Inc', ['bread', 'rolls'], {
      'contacts.csv': 'id,organization_id,name\nc,o,Baker\nd,o,Driver\n',
    }),
  )
  const mergeOnce = async () => {
    const versions = { [north]: (await profile(north)).version, [south]: (await profile(south)).version }
    return (await dana.call('POST', `/api/duplicate/${pair}/merge`, { stays: north, versions, take: [] })).status
  }
  // What the import has written meanwhile is a newer version.
  let merged = await mergeOnce()
  for (let more = 0; merged === 409 && more < 5; more++) merged = await mergeOnce()
  await imported
  expect(merged).toBe(204)
  await product.workJobs()
  expect((await found(north)).map((one: string) => one.split(':')[0])).toEqual([
    'Quay bread',
    'Quay rolls',
    'Quay soup',
  ])
  const after = await profile(north)
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(namesOf(after.values.contacts)).toEqual(['Baker', 'Cook of Quay Kitchen', 'Driver'])
  expect(namesOf(after.values.programs)).toEqual(['Quay Kitchen meals', 'The Quay Kitchen Inc meals'])
  // Who had opened the profile before is told.
  const late = await dana.call('PUT', `/api/organization/${north}/editor`, {
    version: before.version,
    changes: { contacts: [] },
  })
  expect([late.status, late.body.theirs[0].field]).toEqual([409, 'contacts'])
  // What the source of the other one brings later is in the history of the one that stays.
  await bring(
    'south',
    named('The Quay Kitchen Inc', ['bread', 'rolls'], {
      'programs.csv': 'id,organization_id,name\npr,o,Quay lunches\n',
      'contacts.csv': 'id,organization_id,name\nc,o,Baker\nd,o,Pilot\n',
    }),
  )
  const { items } = (await dana.call('GET', `/api/organization/${north}/history`)).body
  const later = items.filter((change: { version: number }) => change.version > after.version)
  expect(later.map(({ cause, fields }: { cause: string; fields: string[] }) => [cause, fields])).toEqual([
    ['import', ['contacts']],
    ['import', ['programs']],
  ])
  expect(namesOf(later[0].after.contacts)).toEqual(['Baker', 'Cook of Quay Kitchen', 'Pilot'])
  await dana.call('POST', `/api/duplicate/${pair}/separation`, {})
  expect((await profile(north)).values.contacts).toEqual(before.values.contacts)
  expect(namesOf((await profile(south)).values.contacts)).toEqual(['Baker', 'Pilot'])
})
