import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'

const product = await startTestApp()
const { database } = product
const { organizationId, admin, serviceNamed } = await makeFoodBank(product)
const { call: maria } = await admin('Maria')
const { call: nora } = await admin('Nora')
const { call: staff } = await product.someone({ organizationId })
const { id: place } = await database
  .selectFrom('location')
  .select('id')
  .where('organizationId', '=', organizationId)
  .where('name', '=', 'North Pantry')
  .executeTakeFirstOrThrow()

const path = (rest = '') => `/api/location/${place}${rest}`
const editor = async () => (await maria('GET', path('/editor'))).body
const save = (by: typeof maria, version: number, changes: Record<string, unknown>) =>
  by('PUT', path(), { version, changes })
/** How far the pantry is from there; it is offered at two places, and the nearest counts. */
const near = async (zip: string) => {
  const { items } = (await staff('GET', `/api/service/?text=pantry&near=${zip}&radius=5`)).body
  return items.find(({ name }: { name: string }) => name === 'Weekly Food Pantry')?.distance ?? Number.POSITIVE_INFINITY
}
const phone = { number: '716-555-0191', extension: null, type: 'voice', description: 'Door' }

it('ORG-02 ORG-06 a place gets a new address, and its services are found there at once', async () => {
  const { version } = await editor()
  expect(await near('10001')).toBeGreaterThan(100)
  const where = { address1: '350 W 31st St', city: 'New York', stateProvince: 'NY', postalCode: '10001' }
  const changes = { ...where, transportation: 'Bus M34', accessibility: 'Ramp\nElevator', phones: [phone] }
  const saved = await save(maria, version, changes)
  expect([saved.status, saved.body.version]).toEqual([200, version + 1])
  expect(saved.body.values).toMatchObject({ ...changes, accessibility: 'Elevator\nRamp' })
  expect(await near('10001')).toBeLessThan(5)
  const pantry = await serviceNamed('Weekly Food Pantry')
  const { places } = (await staff('GET', `/api/service/${pantry}`)).body
  const shown = places.find(({ id }: { id: string }) => id === place)
  expect(shown).toMatchObject({ transportation: 'Bus M34', phones: [phone], addresses: [where] })
  const refused = await save(maria, version + 1, { postalCode: '1' })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'postalCode', message: 'zip-format' }]])
})

it('ORG-05 a ZIP code that does not exist is refused where it is changed; one that was imported may stay', async () => {
  const { version, values } = await editor()
  const refused = await save(maria, version, { postalCode: '00000' })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'postalCode', message: 'zip-unknown' }]])
  const keep = (postalCode: string) =>
    database.updateTable('address').set({ postalCode }).where('locationId', '=', place).execute()
  await keep('00000')
  const { address1 } = values
  const saved = await save(maria, version, { address1: '352 W 31st St', postalCode: '00000' })
  expect([saved.status, saved.body.values.postalCode]).toEqual([200, '00000'])
  await keep(values.postalCode)
  expect((await save(maria, saved.body.version, { address1 })).status).toBe(200)
})

it('DIR-03 ORG-05 an import leaves an edited place where its organization put it', async () => {
  const before = await editor()
  await importDemoDirectory(database)
  expect(await editor()).toEqual(before)
  expect(await near('10001')).toBeLessThan(5)
})

it('ORG-07 the hours of a place hold for a service there that has none of its own', async () => {
  const added = (await maria('POST', '/api/service/', { name: 'Seed swap', locationIds: [place] })).body
  const { version } = await editor()
  const days = Array(7).fill({ state: 'open', spans: [{ opensAt: '00:00', closesAt: '24:00' }] })
  const saved = await save(maria, version, { hours: { [place]: { days, rules: [] } } })
  expect(saved.body.values.hours[place].days).toEqual(days)
  const service = (await staff('GET', `/api/service/${added.id}`)).body
  expect(service.places[0].isOpenNow).toBe(true)
  const foreign = await save(maria, version + 1, { hours: { [organizationId]: { days, rules: [] } } })
  expect(foreign.status).toBe(400)
})

it('ORG-05 ORG-12 fields of a place are merged, conflicts shown, and an earlier version restored', async () => {
  const { version, values } = await editor()
  await save(maria, version, { name: 'North House', city: 'Buffalo', postalCode: '14203' })
  const merged = await save(nora, version, { transportation: 'Bus 5' })
  expect(merged.body.values).toMatchObject({ name: 'North House', transportation: 'Bus 5' })
  const refused = await save(nora, version, { name: 'Nora Hall' })
  expect([refused.status, refused.body.theirs[0].after]).toEqual([409, 'North House'])
  expect(await near('10001')).toBeGreaterThan(100)
  const restored = await maria('POST', path(`/history/${version}/restore`), { version: version + 2 })
  expect(restored.body.values).toEqual(values)
  expect(await near('10001')).toBeLessThan(5)
})

it('ORG-06 ORG-11 a place is previewed with one of its services, and confirmed', async () => {
  const before = await editor()
  const changes = { transportation: 'Preview line', phones: [] }
  const preview = (await maria('POST', path('/preview'), { version: before.version, changes })).body
  expect(preview.detail.places.find(({ id }: { id: string }) => id === place)).toMatchObject(changes)
  expect(await editor()).toEqual(before)
  const { body } = await maria('POST', path('/verification'), { version: before.version })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: product.config.timeZone }).format(new Date())
  expect([body.version, body.assuredDate]).toEqual([before.version + 1, today])
})

it('ORG-05 ORG-11 confirming a place does not protect it from the import', async () => {
  const other = await database
    .selectFrom('location')
    .select(['id', 'name', 'version'])
    .where('organizationId', '=', organizationId)
    .where('id', '<>', place)
    .where('sourceName', '=', 'demo')
    .executeTakeFirstOrThrow()
  const confirmed = await maria('POST', `/api/location/${other.id}/verification`, { version: other.version })
  expect(confirmed.status).toBe(200)
  await database.updateTable('location').set({ name: 'Stale' }).where('id', '=', other.id).execute()
  await importDemoDirectory(database)
  expect((await maria('GET', `/api/location/${other.id}/editor`)).body.values.name).toBe(other.name)
})

it('ORG-07 ORG-12 hours of a place that a week cannot show are no change when they are saved as they were', async () => {
  const rule = { freq: 'MONTHLY', byday: '1SA', opensAt: '09:00', closesAt: '12:00', locationId: place } as const
  await database.insertInto('schedule').values(rule).execute()
  const { version, values } = await editor()
  expect(values.hours[place].rules).toHaveLength(1)
  const saved = await save(maria, version, { hours: values.hours })
  expect([saved.status, saved.body.version]).toEqual([200, version])
})

it('ORG-02 only admins of its organization and platform admins edit a place', async () => {
  const other = await makeOrganization(database)
  const stranger = await product.someone({ organizationId: other.id, roles: ['organization-admin'] })
  const { version } = await editor()
  for (const call of [stranger.call, staff]) expect((await save(call, version, { name: 'Mine' })).status).toBe(403)
})
