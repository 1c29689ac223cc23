import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { database } = app
const { call } = await app.someone({ organizationId: (await makeOrganization(database)).id })

/** A service that is open in this minute by the clock of this zone, for a few minutes, on every day of the week. */
async function openNowIn(name: string, zone: string, places: { zip?: string; point?: [number, number] }[]) {
  const { id: organizationId } = await makeOrganization(database, { name: `Provider ${crypto.randomUUID()}` })
  const { id: serviceId } = await database
    .insertInto('service')
    .values({ organizationId, name, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const locations: string[] = []
  for (const { zip, point } of places) {
    const { id: locationId } = await database
      .insertInto('location')
      .values({ organizationId, locationType: 'physical', latitude: point?.[0] ?? null, longitude: point?.[1] ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update location set zip_latitude = p.latitude, zip_longitude = p.longitude from place p where location.id = ${locationId} and p.zip = ${zip ?? ''}`.execute(
      database,
    )
    if (zip)
      await database.insertInto('address').values({ locationId, postalCode: zip, addressType: 'physical' }).execute()
    await database.insertInto('serviceAtLocation').values({ serviceId, locationId }).execute()
    locations.push(locationId)
  }
  await sql`insert into schedule (service_id, freq, byday, opens_at, closes_at)
    select ${serviceId}, 'WEEKLY', 'MO,TU,WE,TH,FR,SA,SU', (clock - interval '10 minutes')::time, (clock + interval '10 minutes')::time
    from (select now() at time zone ${zone} as clock) there`.execute(database)
  return { serviceId, locations }
}
const here = {
  'America/New_York': '10001',
  'America/Los_Angeles': '90012',
  'America/Phoenix': '85001',
  'Pacific/Honolulu': '96813',
}

for (const [zone, zip] of Object.entries(here)) {
  await openNowIn(`Quince ${zip}`, zone, [{ zip }])
  await openNowIn(`Medlar ${zip}`, 'Europe/London', [{ zip }])
}
// San Diego, without an address.
await openNowIn('Quince of a point', 'America/Los_Angeles', [{ point: [32.72, -117.16] }])
await openNowIn('Quince without a place', 'America/New_York', [])

interface Item {
  id: string
  name: string
  isOpenNow: boolean | null
}
const items = async (query: string): Promise<Item[]> =>
  (await call('GET', `/api/service/?limit=200&${query}`)).body.items
const names = async (query: string) => (await items(query)).map(({ name }) => name).sort()

const all = [
  'Quince 10001',
  'Quince 85001',
  'Quince 90012',
  'Quince 96813',
  'Quince of a point',
  'Quince without a place',
]

it('DIR-06 open now is right in Honolulu, Phoenix, Los Angeles and New York at one instant', async () => {
  expect(await names('text=quince&openNow=true')).toEqual(all)
  expect((await items('text=medlar')).map(({ isOpenNow }) => isOpenNow)).toEqual([false, false, false, false])
  expect((await call('GET', '/api/service/?text=medlar&openNow=true')).body.relaxed).toEqual(['openNow'])
})

it('DIR-01 the filter open now, the card and the page never disagree', async () => {
  for (const { id, name, isOpenNow } of [...(await items('text=quince')), ...(await items('text=medlar'))]) {
    const { body } = await call('GET', `/api/service/${id}`)
    const places = body.places as { isOpenNow: boolean }[]
    expect([isOpenNow, body.isOpenNow, ...places.map((place) => place.isOpenNow)], name).toEqual(
      Array(2 + places.length).fill(name.startsWith('Quince')),
    )
  }
})

it('DIR-06 each location has its own clock, also where a service is in several zones', async () => {
  const { serviceId, locations } = await openNowIn('Loquat', 'Pacific/Honolulu', [{ zip: '10001' }, { zip: '96813' }])
  expect(await names('text=loquat&openNow=true')).toEqual(['Loquat'])
  const { body } = await call('GET', `/api/service/${serviceId}`)
  const open = (body.places as { id: string; isOpenNow: boolean }[]).filter((place) => place.isOpenNow)
  expect(open.map(({ id }) => id)).toEqual([locations[1]])
  const card = async (near: string) => (await items(`text=loquat&near=${near}`))[0]?.isOpenNow
  expect([await card('96813'), await card('10001')]).toEqual([true, false])
})

it('DIR-06 a location that moves has the clock of its new place', async () => {
  const { locations } = await openNowIn('Kumquat', 'America/Los_Angeles', [{ zip: '10001' }])
  const isOpen = async () => (await items('text=kumquat'))[0]?.isOpenNow
  expect(await isOpen()).toBe(false)
  await database
    .updateTable('address')
    .set({ postalCode: '90012' })
    .where('locationId', '=', locations[0] ?? '')
    .execute()
  expect(await isOpen()).toBe(true)
})
