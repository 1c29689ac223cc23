import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findSearchPoints, importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { FEW_PLACES, MAX_CELLS, type ServiceMap } from '../service-map.ts'
import { serviceMapFeature } from './service-map-feature.ts'

const product = await startTestApp()
const { database } = product
await importDemoDirectory(database)
const { add, makeProvider, makePlace } = directoryOf(product)
const { call } = await product.someone({ organizationId: (await makeOrganization(database)).id })

const country = 'view=-130,20,-60,55&zoom=4'
const draw = async (query: string): Promise<ServiceMap> => (await call('GET', `/api/service/map?${query}`)).body
interface Listed {
  id: string
  name: string
  place: { id: string; latitude: number | null; isConfidential: boolean } | null
}
const list = async (query: string) => {
  const { items, relaxed } = (await call('GET', `/api/service/?limit=100&${query}`)).body
  return { items: items as Listed[], relaxed: relaxed as string[] }
}
const namesOf = (items: { name: string }[]) => [...new Set(items.map(({ name }) => name))].sort()
/** A service at a place, far from all others. */
async function makeServiceAt(latitude: number, longitude: number, place: Record<string, unknown> = {}) {
  const { id: organizationId } = await makeProvider()
  const serviceId = await add('service', { organizationId, name: 'Far away help' })
  return { serviceId, locationId: await makePlace(serviceId, { organizationId, latitude, longitude, ...place }) }
}
/** Services at places of their own, a wide square of them. */
async function makeCrowd(count: number) {
  const { id: organizationId } = await makeProvider()
  await sql`
    with made as (
      insert into service (organization_id, name) select ${organizationId}, 'Crowded ' || n from generate_series(1, ${count}::integer) n returning id),
    numbered as (select id, row_number() over () as n from made),
    placed as (
      insert into location (organization_id, latitude, longitude)
      select ${organizationId}, 30 + (n % 20) * 0.7, -95 + (n / 20) * 0.7 from numbered returning id)
    insert into service_at_location (service_id, location_id)
    select s.id, l.id from numbered s join (select id, row_number() over () as n from placed) l on l.n = s.n`.execute(
    database,
  )
  return organizationId
}
const around = (latitude: number, longitude: number) =>
  [longitude - 0.5, latitude - 0.5, longitude + 0.5, latitude + 0.5].join(',')

it('DIR-05 the map shows the services of the list with every filter, where it finds nothing exactly too', async () => {
  const food = (await call('GET', '/api/taxonomyTerm/')).body.items.find((t: { name: string }) => t.name === 'Food')
  const searches = [
    '',
    'text=food',
    'text=foood+pantry',
    'text=food+telescope+zebra',
    'near=14203&radius=2',
    'text=rent&near=14203&radius=25',
    'text=rent&near=90001&radius=2',
    'free=true',
    'language=Spanish',
    `category=${food.id}`,
    'bbox=-78.9,42.8,-78.8,42.9',
    'text=food&bbox=-120,30,-119,31',
  ]
  for (const search of searches) {
    const { items, relaxed } = await list(search)
    const map = await draw(`${country}&${search}${relaxed.map((each) => `&relaxed=${each}`).join('')}`)
    const placed = items.filter(({ place }) => place && place.latitude !== null && !place.isConfidential)
    expect([search, namesOf(map.places)]).toEqual([search, namesOf(placed)])
    expect(placed.length, search).toBeGreaterThan(0)
  }
})

it('DIR-05 a part of the map limits the list to services with a place there', async () => {
  const { serviceId } = await makeServiceAt(35.5, -101.5)
  const found = await list(`bbox=${around(35.5, -101.5)}`)
  expect([found.items.map(({ id }) => id), found.relaxed]).toEqual([[serviceId], []])
  expect((await list(`bbox=${around(36.8, -101.5)}`)).items).toEqual([])
  const elsewhere = await list(`text=away&bbox=${around(36.8, -101.5)}`)
  expect([elsewhere.items.map(({ id }) => id), elsewhere.relaxed]).toEqual([[serviceId], ['bbox']])
  for (const wrong of ['1,2,3', 'a,b,c,d', '5,0,4,1', '0,0,181,1', '0,-91,1,1', '0,0,1,1,1', ',,,']) {
    const { status, body } = await call('GET', `/api/service/?bbox=${wrong}`)
    expect([wrong, status, body.errors]).toEqual([wrong, 400, [{ path: 'bbox', message: 'bbox-format' }]])
  }
})

it('ORG-10 a confidential or virtual place has no point, from the moment it is one', async () => {
  const [latitude, longitude] = [35.5, -110.5]
  const { serviceId, locationId } = await makeServiceAt(latitude, longitude)
  const here = async () => [
    (await draw(`view=${around(latitude, longitude)}&zoom=9`)).places.length,
    (await draw(`view=${around(latitude, longitude)}&zoom=9&text=away`)).places.length,
    (await list(`bbox=${around(latitude, longitude)}`)).items.length,
  ]
  const change = (row: Record<string, unknown>) =>
    database.updateTable('location').set(row).where('id', '=', locationId).execute()
  expect(await here()).toEqual([1, 1, 1])
  await serviceMapFeature.tidy?.(database)
  await change({ isConfidential: true })
  expect(await here()).toEqual([0, 0, 0])
  await change({ isConfidential: false, locationType: 'virtual' })
  expect(await here()).toEqual([0, 0, 0])
  const { items } = await list('text=away')
  expect(items.find(({ id }) => id === serviceId)?.place?.latitude).toBeNull()
  await change({ locationType: 'physical', latitude: null, longitude: null, zipLatitude: 35.51, zipLongitude: -110.5 })
  const [place] = (await draw(`view=${around(latitude, longitude)}&zoom=9`)).places
  expect(place).toMatchObject({ serviceId, latitude: 35.51, isApproximate: true })
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', serviceId).execute()
  expect(await here()).toEqual([0, 0, 0])
})

it('DIR-05 a service without a place of its own is at the offices of its organization', async () => {
  const { id: organizationId } = await makeProvider()
  const serviceId = await add('service', { organizationId, name: 'Far away help' })
  const office = await add('location', { organizationId, latitude: 45.5, longitude: -105.5 })
  const seen = async () => (await draw(`view=${around(45.5, -105.5)}&zoom=9`)).places.map((each) => each.locationId)
  expect(await seen()).toEqual([office])
  const locationId = await makePlace(serviceId, { organizationId, latitude: 45.6, longitude: -105.5 })
  expect(await seen()).toEqual([locationId])
  await database.deleteFrom('serviceAtLocation').where('serviceId', '=', serviceId).execute()
  expect((await seen()).sort()).toEqual([office, locationId].sort())
  await database.updateTable('organization').set({ standing: 'refused' }).where('id', '=', organizationId).execute()
  expect(await seen()).toEqual([])
})

it('DIR-05 many services come in at most 300 cells, whose counts are right before and after they are kept', async () => {
  const count = 2 * FEW_PLACES
  const organizationId = await makeCrowd(count)
  const counted = async ({ cells, places, total }: ServiceMap) => {
    expect(cells.reduce((sum, cell) => sum + cell.count, 0) + places.length).toBe(total)
    expect(cells.length + places.length).toBeLessThanOrEqual(MAX_CELLS)
    return { cells, places, total }
  }
  const narrowed = await counted(await draw(`${country}&text=crowded`))
  expect(narrowed.total).toBe(count)
  expect(narrowed.cells.length).toBeGreaterThan(10)
  const before = await counted(await draw(country))
  const { rows } = await sql<{ n: number }>`select count(*) as n from service_point`.execute(database)
  expect(before.total).toBe(rows[0]?.n)
  await serviceMapFeature.tidy?.(database)
  expect(await counted(await draw(country))).toEqual(before)
  await sql`delete from service where organization_id = ${organizationId} and name like '%7'`.execute(database)
  const after = await counted(await draw(country))
  expect(before.total - after.total).toBe(count / 10)
  await serviceMapFeature.tidy?.(database)
  expect(await counted(await draw(country))).toEqual(after)
  const near = await counted(await draw('view=-90.2,33,-89.7,33.4&zoom=9'))
  expect([near.cells, near.places.length]).toEqual([[], near.total])
})

it('DIR-05 nobody who changes a place waits while the changes before are counted, and both count', async () => {
  const { locationId } = await makeServiceAt(36.5, -99.5)
  // More than are counted one by one.
  await makeCrowd(FEW_PLACES)
  const { total } = await draw(country)
  const hide = database.updateTable('location').set({ isConfidential: true }).where('id', '=', locationId)
  await database.transaction().execute(async (counting) => {
    await serviceMapFeature.tidy?.(counting)
    await database.transaction().execute(async (editing) => {
      await sql`set local lock_timeout = '2s'`.execute(editing)
      await editing.executeQuery(hide)
    })
    expect((await draw(country)).total).toBe(total - 1)
  })
  expect((await draw(country)).total).toBe(total - 1)
  await serviceMapFeature.tidy?.(database)
  expect((await draw(country)).total).toBe(total - 1)
})

it('DIR-05 the cells of a category are as many as it has services, whatever changes of either', async () => {
  const [food, other] = await Promise.all([
    add('taxonomyTerm', { name: 'Kept' }),
    add('taxonomyTerm', { name: 'Other' }),
  ])
  const below = await add('taxonomyTerm', { name: 'Kept below', parentId: food })
  const organizationId = await makeCrowd(2 * FEW_PLACES)
  const mine = sql`select id from service where organization_id = ${organizationId}`
  const within = `${country}&category=${food}`
  /** The same counted point by point: every service is active. */
  const compare = async () => {
    const [kept, counted] = [await draw(within), await draw(`${within}&age=30`)]
    expect(kept).toEqual(counted)
    return kept.total
  }
  const steps: [ReturnType<typeof sql>, number][] = [
    [sql`insert into attribute (service_id, taxonomy_term_id) select id, ${food}::uuid from (${mine}) m`, 400],
    [sql`update attribute set taxonomy_term_id = ${below} where service_id in (${mine} and name like '%1')`, 400],
    [sql`update attribute set taxonomy_term_id = ${other} where service_id in (${mine} and name like '%2')`, 360],
    [sql`update location set longitude = longitude - 3 where organization_id = ${organizationId}`, 360],
    [sql`update taxonomy_term set parent_id = ${other} where id = ${below}`, 320],
    [sql`update location set is_confidential = true where latitude = 37 and organization_id = ${organizationId}`, 300],
    [sql`delete from service where id in (${mine} and name like '%4')`, 260],
    [sql`update service set status = 'inactive' where id in (${mine} and name like '%5')`, 220],
    [sql`delete from attribute where service_id in (${mine} and name like '%6')`, 180],
  ]
  for (const [change, total] of steps) {
    await change.execute(database)
    expect(await compare()).toBe(total)
    await serviceMapFeature.tidy?.(database)
    expect(await compare()).toBe(total)
  }
  const { rows } = await sql`
    select from service_point p join service_search s on s.service_id = p.service_id where p.term_ids <> s.term_ids`.execute(
    database,
  )
  expect(rows).toEqual([])
})

it('DIR-05 a place that comes while the categories of its service change has the new ones', async () => {
  const [before, after] = [await add('taxonomyTerm', { name: 'Before' }), await add('taxonomyTerm', { name: 'After' })]
  const { serviceId } = await makeServiceAt(38.5, -97.5)
  await add('attribute', { serviceId, taxonomyTermId: before })
  const { organizationId } = await database
    .selectFrom('service')
    .select('organizationId')
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow()
  const isWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      database,
    )
    return rows[0]?.count
  }
  let coming: Promise<unknown> = Promise.resolve()
  await database.transaction().execute(async (changing) => {
    await changing.updateTable('attribute').set({ taxonomyTermId: after }).where('serviceId', '=', serviceId).execute()
    coming = makePlace(serviceId, { organizationId, latitude: 38.6, longitude: -97.6 })
    await expect.poll(isWaiting).toBe(1)
  })
  await coming
  expect((await draw(`${country}&category=${before}`)).places).toEqual([])
  expect((await draw(`${country}&category=${after}`)).places).toHaveLength(2)
})

it('DIR-05 a map of a category near by reads the index alone, and finds a place with more categories than it holds', async () => {
  const category = await add('taxonomyTerm', { name: 'Held by the index' })
  const [few, many] = [await makeServiceAt(38.51, -98.51), await makeServiceAt(38.52, -98.52)]
  const others = await makeServiceAt(38.53, -98.53)
  const give = (serviceId: string, taxonomyTermId: string) => add('attribute', { serviceId, taxonomyTermId })
  for (const { serviceId } of [few, many]) await give(serviceId, category)
  await sql`
    with made as (insert into taxonomy_term (name) select 'One of many ' || n from generate_series(1, 150) n returning id)
    insert into attribute (service_id, taxonomy_term_id) select ${many.serviceId}, id from made`.execute(database)
  const [one = ''] = (
    await database.selectFrom('taxonomyTerm').select('id').where('name', '=', 'One of many 7').execute()
  ).map(({ id }) => String(id))
  await give(others.serviceId, one)
  const near = `view=${around(38.52, -98.52)}&zoom=14`
  const idsOf = async (id: string) =>
    (await draw(`${near}&category=${id}`)).places.map((place) => place.serviceId).sort()
  expect(await idsOf(category)).toEqual([few.serviceId, many.serviceId].sort())
  expect(await idsOf(one)).toEqual([many.serviceId, others.serviceId].sort())
  const { rows } = await sql<{ isHeld: boolean }>`
    select shown_terms is not null as is_held from service_point where service_id in (${few.serviceId}, ${many.serviceId})
    order by service_id = ${many.serviceId}`.execute(database)
  expect(rows.map(({ isHeld }) => isHeld)).toEqual([true, false])

  const search = await findSearchPoints(database, { category: [category], limit: 1 }, 'America/Chicago', [])
  const view = { west: -99, south: 38, east: -98, north: 39 }
  await sql`vacuum service_point`.execute(database)
  const plan = await database.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off; set local enable_bitmapscan = off`.execute(transaction)
    return sql<Record<string, string>>`explain ${search.within(view, 100)}`.execute(transaction)
  })
  expect(plan.rows.map((row) => Object.values(row)[0]).join('\n')).toContain('Index Only Scan using service_point_cell')
})
