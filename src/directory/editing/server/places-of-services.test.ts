import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const { add, makePlace } = directoryOf(product)
const { id: organizationId } = await makeOrganization(database, { name: 'Willow Aid' })
const adminOf = (id: string, firstName: string) =>
  product.someone({ organizationId: id, firstName, roles: ['organization-admin'] })
const { call: maria } = await adminOf(organizationId, 'Maria')
const { call: nora } = await adminOf(organizationId, 'Nora')
const { call: platform } = await product.someone({ roles: ['platform-admin'] })
const { call: staff } = await product.someone({ organizationId })

const address = { address1: '1 Elm St', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
const denver = { address1: '9 Larimer St', city: 'Denver', stateProvince: 'CO', postalCode: '80202' }
const editor = async (id: string) => (await maria('GET', `/api/service/${id}/editor`)).body
const save = (by: typeof maria, id: string, version: number, changes: Record<string, unknown>) =>
  by('PUT', `/api/service/${id}`, { version, changes })
const listings = async (by = maria) => (await by('GET', `/api/listing/?organizationId=${organizationId}`)).body
const remove = (by: typeof maria, id: string, version: number, isRemoved = true) =>
  by('PUT', `/api/location/${id}/removal`, { version, isRemoved })
const find = async (id: string, zip: string) => {
  const { items } = (await staff('GET', `/api/service/?near=${zip}&radius=5`)).body
  return items.some((item: { id: string }) => item.id === id)
}
const days = Array(7).fill({ state: 'open', spans: [{ opensAt: '09:00', closesAt: '17:00' }] })
const phone = { number: '716-555-0155', extension: null, type: 'voice', description: 'Only here' } as const

/** A service at a place of the organization, with hours, a number and a person there. */
async function makeService(name: string) {
  const service = await add('service', { organizationId, name })
  const place = await makePlace(
    service,
    { organizationId, name: `House of ${name}`, latitude: 42.88, longitude: -78.87 },
    address,
  )
  const { id: at } = await database
    .selectFrom('serviceAtLocation')
    .select('id')
    .where('serviceId', '=', service)
    .executeTakeFirstOrThrow()
  await add('phone', { serviceAtLocationId: at, ...phone })
  const contact = await add('directoryContact', { serviceAtLocationId: at, name: 'Rosa Rook' })
  await add('phone', { contactId: contact, number: '716-555-0156' })
  const { version } = await editor(service)
  const saved = await save(maria, service, version, { hours: { [place]: { days, rules: [] } } })
  expect(saved.status).toBe(200)
  return { service, place, at }
}

it('ORG-05 DIR-06 a place is added with its address, its time zone follows from its ZIP code, and adding it again adds nothing', async () => {
  const id = randomUUID()
  const place = { id, organizationId, name: 'Mile High Room', ...denver }
  const added = await maria('POST', '/api/location/', place)
  expect([added.status, added.body.name]).toEqual([201, 'Mile High Room'])
  expect((await maria('POST', '/api/location/', place)).body).toEqual(added.body)
  const { timeZone, values, fields, version } = (await maria('GET', `/api/location/${id}/editor`)).body
  expect([timeZone, values.city, version]).toEqual(['America/Denver', 'Denver', 1])
  expect(fields.map(({ field }: { field: string }) => field)).toContain('postalCode')
  const { items } = (await maria('GET', `/api/location/${id}/history`)).body
  expect(items).toMatchObject([{ cause: 'added', changedBy: 'Maria Tester', after: denver }])
  const unknown = await maria('POST', '/api/location/', { ...place, id: randomUUID(), postalCode: '00000' })
  expect([unknown.status, unknown.body.errors]).toEqual([400, [{ path: 'postalCode', message: 'zip-unknown' }]])
  expect((await maria('GET', '/api/zipCode/80202')).body).toEqual({
    ...{ town: 'Denver', state: 'CO', timeZone: 'America/Denver' },
  })
  expect((await maria('GET', '/api/zipCode/00000')).status).toBe(404)
  const moved = await maria('PUT', `/api/location/${id}`, {
    version,
    changes: { postalCode: '10001', city: 'New York' },
  })
  expect(moved.body.timeZone).toBe('America/New_York')
})

it('ORG-05 ORG-10 a place can be confidential from the start; others never learn where it is', async () => {
  const place = { id: randomUUID(), organizationId, name: 'Harbor Cottage', ...address, isConfidential: true }
  expect((await maria('POST', '/api/location/', place)).body).toMatchObject({ isConfidential: true, name: place.name })
  const seen = (await listings(platform)).places.find(({ id }: { id: string }) => id === place.id)
  expect(seen).toMatchObject({ isConfidential: true, name: null, address: null })
  expect((await remove(platform, place.id, 2)).status).toBe(404)
  expect((await remove(maria, place.id, 2)).status).toBe(204)
  const hidden = (await listings(platform)).removedPlaces.find(({ id }: { id: string }) => id === place.id)
  expect(hidden).toMatchObject({ name: null, address: null })
  expect((await remove(platform, place.id, 3, false)).status).toBe(404)
  const own = (await listings()).removedPlaces.find(({ id }: { id: string }) => id === place.id)
  expect(own.name).toBe('Harbor Cottage')
  expect((await remove(maria, place.id, 3, false)).status).toBe(204)
})

it('ORG-05 ORG-06 a service gets another place and is found there at once; places of others are refused', async () => {
  const { service, place } = await makeService('Tea')
  const second = (await maria('POST', '/api/location/', { organizationId, name: null, ...denver })).body.id
  expect(await find(service, '80202')).toBe(false)
  const { version, ownPlaces } = await editor(service)
  expect(ownPlaces.map(({ id }: { id: string }) => id)).toContain(second)
  const both = [place, second].sort()
  const saved = await save(maria, service, version, { locationIds: [...both].reverse() })
  expect([saved.body.version, saved.body.values.locationIds]).toEqual([version + 1, both])
  expect(await find(service, '80202')).toBe(true)
  // In another order it is the same.
  expect((await save(maria, service, version + 1, { locationIds: [...both].reverse() })).body.version).toBe(version + 1)
  const other = await add('location', { organizationId: (await makeOrganization(database)).id })
  const refused = await save(maria, service, version + 1, { locationIds: [other] })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'locationIds', message: 'invalid' }]])
})

it('ORG-05 ORG-12 a place that was taken from a service comes back with its hours, numbers and identifiers', async () => {
  const { service, place, at } = await makeService('Soup')
  const before = await editor(service)
  const shownBefore = (await staff('GET', `/api/service/${service}`)).body
  const taken = await save(maria, service, before.version, { locationIds: [] })
  expect(Object.keys(taken.body.values.hours)).toEqual(['service'])
  expect(taken.body.places).toEqual([])
  const [change] = (await maria('GET', `/api/service/${service}/history`)).body.items
  expect(change).toMatchObject({ before: { locationIds: [place] }, after: { locationIds: [] } })
  const restored = await maria('POST', `/api/service/${service}/history/${before.version}/restore`, {
    version: taken.body.version,
  })
  expect(restored.body.values).toEqual(before.values)
  const shown = (await staff('GET', `/api/service/${service}`)).body
  expect(shown.places).toEqual(shownBefore.places)
  expect(shown.places[0].contacts[0].phones[0].number).toBe('716-555-0156')
  const rows = await database.selectFrom('serviceAtLocation').select('id').where('serviceId', '=', service).execute()
  expect(rows).toEqual([{ id: at }])
})

it('ORG-05 hours typed for a place that somebody else took away meanwhile are a conflict, not lost', async () => {
  const { service, place } = await makeService('Bread')
  const { version } = await editor(service)
  await save(nora, service, version, { locationIds: [] })
  const hours = { [place]: { days: days.with(0, { state: 'closed', spans: [] }), rules: [] } }
  const refused = await save(maria, service, version, { hours })
  expect([refused.status, refused.body.code]).toEqual([409, 'stale-version'])
  expect(refused.body.theirs).toMatchObject([{ field: 'locationIds', before: [place], after: [], by: 'Nora Tester' }])
  const again = await save(maria, service, version + 1, { hours, locationIds: [place] })
  expect([again.status, again.body.values.hours[place].days[0].state]).toEqual([200, 'closed'])
  const foreign = await save(maria, service, version + 2, { hours: { [organizationId]: { days, rules: [] } } })
  expect([foreign.status, foreign.body.errors]).toEqual([400, [{ path: 'hours', message: 'invalid' }]])
})

it('ORG-05 ORG-12 a removed place is gone from the directory and comes back with its services', async () => {
  const { service, place } = await makeService('Chess')
  const before = await editor(service)
  const { version } = (await maria('GET', `/api/location/${place}/editor`)).body
  expect((await remove(maria, place, version + 1)).body.code).toBe('stale-version')
  expect((await remove(maria, place, version)).status).toBe(204)
  // The same once more changes nothing.
  expect((await remove(maria, place, version)).status).toBe(204)
  const now = await listings()
  expect(now.places.some(({ id }: { id: string }) => id === place)).toBe(false)
  expect((await staff('GET', `/api/service/${service}`)).body.places.map(({ id }: { id: string }) => id)).not.toContain(
    place,
  )
  expect(JSON.stringify((await staff('GET', `/hsds/organizations/${organizationId}`)).body)).not.toContain(place)
  expect((await maria('GET', `/api/location/${place}/editor`)).status).toBe(404)
  expect((await editor(service)).values.locationIds).toEqual([])
  // Nobody can bring it back through the history of a service, or choose it.
  const attempt = await maria('POST', `/api/service/${service}/history/${before.version}/restore`, {
    version: before.version + 1,
  })
  expect(attempt.body.values.locationIds).toEqual([])
  const chosen = await save(maria, service, attempt.body.version, { locationIds: [place] })
  expect(chosen.status).toBe(400)
  const removed = now.removedPlaces.find(({ id }: { id: string }) => id === place)
  expect((await remove(nora, place, removed.version + 1, false)).body.code).toBe('stale-version')
  for (const _ of [1, 2]) expect((await remove(nora, place, removed.version, false)).status).toBe(204)
  const after = await editor(service)
  expect(after.values).toEqual(before.values)
  expect(after.version).toBe(attempt.body.version + 1)
  const { items } = (await maria('GET', `/api/location/${place}/history`)).body
  expect(items).toMatchObject([
    { changedBy: 'Nora Tester', after: { isRemoved: false } },
    { changedBy: 'Maria Tester', after: { isRemoved: true } },
  ])
})

it('ORG-05 a place at which another organization gives a service is not removed', async () => {
  const { place } = await makeService('Yarn')
  const other = await makeOrganization(database)
  const guest = await add('service', { organizationId: other.id, name: 'Guest' })
  await add('serviceAtLocation', { serviceId: guest, locationId: place })
  const refused = await remove(maria, place, 1)
  expect([refused.status, refused.body.code]).toEqual([409, 'place-shared'])
  const stranger = await adminOf(other.id, 'Sol')
  expect((await remove(stranger.call, place, 1)).status).toBe(403)
})

it('DIR-03 ORG-05 an import brings back neither a removed place nor one that was taken from a service', async () => {
  const files = {
    'organizations.csv': 'id,name\no,Ferry House\n',
    'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\nm,o,Ferry Annex\n',
    'addresses.csv':
      'id,location_id,address_1,city,state_province,postal_code,country,address_type\na,l,1 Elm St,Buffalo,NY,14203,US,physical\n',
    'services.csv': 'id,organization_id,name\na,o,Ferry rides\nb,o,Ferry advice\n',
    'service_at_location.csv': 'id,service_id,location_id\nal,a,l\nam,a,m\nbl,b,l\n',
  }
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  const bring = () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return importDirectory(database, { folder, sourceName: 'ferry' })
  }
  await bring()
  const named = async (table: 'service' | 'location', name: string) =>
    (await database.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id as string
  const [rides, advice] = [await named('service', 'Ferry rides'), await named('service', 'Ferry advice')]
  const [hall, annex] = [await named('location', 'Ferry Hall'), await named('location', 'Ferry Annex')]
  const places = async (id: string) => (await platform('GET', `/api/service/${id}/editor`)).body.values.locationIds
  expect((await save(platform, rides, 1, { locationIds: [hall] })).status).toBe(200)
  expect((await remove(platform, hall, 1)).status).toBe(204)
  await bring()
  expect([await places(rides), await places(advice)]).toEqual([[], []])
  expect((await platform('GET', `/api/location/${hall}/editor`)).status).toBe(404)
  // Where nobody changed anything, the import says where a service is given, with history.
  files['service_at_location.csv'] += 'bm,b,m\n'
  await database.deleteFrom('listingField').where('listingId', '=', advice).execute()
  await bring()
  expect(await places(advice)).toEqual([annex])
  const [change] = (await platform('GET', `/api/service/${advice}/history`)).body.items
  expect(change).toMatchObject({ cause: 'import', before: { locationIds: [] }, after: { locationIds: [annex] } })
})
