import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { insertPlace } from './write-service.ts'

const { database } = await startTestApp()
const SERVICES = 40
const PLACES = 30
const { id: organizationId } = await makeOrganization(database)
const address = { name: null, address1: '1 State Street', city: 'Chicago', stateProvince: 'IL' }
async function addPlace(postalCode: string) {
  const id = randomUUID()
  await insertPlace(database, { id, organizationId }, { ...address, postalCode })
  return id
}

// Half of the services have a place of their own, the others only those of their organization.
const home = await addPlace('60602')
for (let at = 1; at < PLACES; at++) await addPlace('60602')
const services = await database
  .insertInto('service')
  .values(Array.from({ length: SERVICES }, (_, at) => ({ organizationId, name: `Service ${at}` })))
  .returning('id')
  .execute()
const ids = services.map(({ id }) => id)
const placed = ids.slice(0, SERVICES / 2)
await database
  .insertInto('serviceAtLocation')
  .values(placed.map((serviceId) => ({ serviceId, locationId: home })))
  .execute()

/** The stored reach of each service with its row version and its locks. */
const stored = async () =>
  (
    await sql<{ id: string; zones: string[]; version: string }>`
      select service_id as id, time_zones as zones, concat_ws(' ', ctid, xmin, xmax) as version
      from service_reach order by 1`.execute(database)
  ).rows

const outdated = async () =>
  (
    await sql<{ name: string }>`
      select n.service_id from reach_of_services(array(select id from service)) n
      full join service_reach r on r.service_id = n.service_id where r is distinct from n
      union all
      select service_id from service_search where spots is distinct from spots_of(service_id)`.execute(database)
  ).rows

it('DIR-01 a new place neither writes nor locks the reach of services that it does not change', async () => {
  const before = await stored()
  const far = await addPlace('60602')
  expect(await stored()).toEqual(before)
  await database.updateTable('address').set({ postalCode: '90210' }).where('locationId', '=', far).execute()
  const changed = (await stored()).filter(({ version }, at) => version !== before[at]?.version)
  expect(changed.map(({ id }) => id)).toEqual(ids.filter((id) => !placed.includes(id)).sort())
  expect(changed[0]?.zones).toEqual(['America/Chicago', 'America/Los_Angeles'])
  expect(await outdated()).toEqual([])
})

it('DIR-01 the places of an organization are looked up once, however many services it has', async () => {
  await sql`create sequence lookups`.execute(database)
  await sql`alter function location_zone rename to zone_of_location`.execute(database)
  await sql`create function location_zone(for_location uuid) returns text language plpgsql as $$
    begin perform nextval('lookups'); return zone_of_location(for_location); end $$`.execute(database)
  await sql`grant all on sequence lookups to public`.execute(database)
  const lookups = async (postalCode: string) => {
    await sql`select setval('lookups', 1)`.execute(database)
    await addPlace(postalCode)
    const { rows } = await sql<{ count: number }>`select nextval('lookups')::integer - 2 as count`.execute(database)
    return rows[0]?.count
  }
  // For the place and for its address; once more where the services have to be written.
  expect(await lookups('60602')).toBeLessThan(3 * PLACES)
  expect(await lookups('60604')).toBeLessThan(4 * PLACES)
})

it('DIR-01 the reach of every service is right after each change of the places of its organization', async () => {
  const changes = [
    sql`update location set latitude = 25.8, longitude = -80.2, location_type = 'virtual' where id = ${home}`,
    sql`update address set address_type = 'postal', postal_code = '33101' where location_id = ${home}`,
    sql`update location set zip_latitude = null, zip_longitude = null where organization_id = ${organizationId} and id <> ${home}`,
    sql`delete from address where location_id in (select id from location where organization_id = ${organizationId} and id <> ${home})`,
    sql`update location set organization_id = ${(await makeOrganization(database)).id} where id = ${home}`,
    sql`insert into location (organization_id, latitude, longitude) values (${organizationId}, 40.7, -74)`,
    sql`delete from location where id = ${home}`,
    sql`delete from location where organization_id = ${organizationId}`,
  ]
  for (const change of changes) {
    await change.execute(database)
    expect(await outdated()).toEqual([])
  }
  expect((await stored()).every(({ zones }) => zones.length === 0)).toBe(true)
})
