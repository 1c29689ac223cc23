import { beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeStage, refer, type Stage } from '#test/referral-stage.ts'
import { anybody, type ListAccepted, placeReaderOf } from './shown-place.ts'

const product = await startTestApp()
const { database } = product
const { add, makePlace } = directoryOf(product)
const street = '731 Larkspur Lane'

/** A service at a confidential place in Richland County, Illinois. */
async function makeShelter(organizationId: string, { name = 'Safe nights', city = 'Olney', zip = '62450' } = {}) {
  const serviceId = await add('service', { organizationId, name })
  const point = await database.selectFrom('place').selectAll().where('zip', '=', zip).executeTakeFirstOrThrow()
  const locationId = await makePlace(
    serviceId,
    {
      organizationId,
      name: 'Rose Cottage',
      transportation: 'Bus 93',
      latitude: point.latitude + 0.001,
      longitude: point.longitude,
      isConfidential: true,
    },
    { address1: street, city, stateProvince: 'IL', postalCode: zip },
  )
  return { serviceId, locationId }
}
type Shelter = Awaited<ReturnType<typeof makeShelter>>

let stage: Stage
let shelter: Shelter
beforeAll(async () => {
  stage = await makeStage(product)
  shelter = await makeShelter(stage.recipient.id)
})

/** What a caller reads of the place: on the card, on the page of the service. */
async function read(by: Caller, { serviceId }: Shelter = shelter) {
  const { items } = (await by('GET', '/api/service/?text=safe+nights&near=62450&radius=100')).body
  const { place } = items.find((item: { id: string }) => item.id === serviceId)
  const [detail] = (await by('GET', `/api/service/${serviceId}`)).body.places
  return {
    card: [place.name, place.address, place.city, place.postalCode, place.latitude !== null, place.area?.name ?? null],
    page: [
      detail.name,
      detail.addresses[0]?.address1 ?? null,
      detail.transportation,
      detail.latitude !== null,
      detail.area?.name ?? null,
    ],
    isMarked: place.isConfidential && detail.isConfidential,
  }
}
const hidden = {
  card: [null, null, null, null, false, 'Richland County'],
  page: [null, null, null, false, 'Richland County'],
  isMarked: true,
}
const shown = {
  card: ['Rose Cottage', street, 'Olney', '62450', true, null],
  page: ['Rose Cottage', street, 'Bus 93', true, null],
  isMarked: true,
}

/** The status of the referral after these steps of the recipient or the sender. */
async function referAnd(given: Record<string, unknown>, ...steps: [Caller, string, Record<string, unknown>?][]) {
  let referral = (await refer(stage, { recipientOrganizationId: stage.recipient.id, send: true, ...given })).body
  expect(referral.status).toBe('Sent')
  for (const [by, action, more] of steps) {
    const { version } = (await by('GET', `/api/referral/${referral.id}`)).body
    const answer = await by('POST', `/api/referral/${referral.id}/transition`, { action, version, ...more })
    expect([action, answer.status]).toEqual([action, 200])
    referral = answer.body
  }
  return referral
}

it('ORG-10 its own organization and one that it accepted see the address', async () => {
  const { creator, senderAdmin, recipient, third } = stage.as
  const { call: worker } = await product.someone({ organizationId: stage.recipient.id })
  const { call: platform } = await product.someone({ roles: ['platform-admin'] })
  expect(await read(recipient)).toEqual(shown)
  expect(await read(worker)).toEqual(shown)
  for (const other of [creator, third, platform]) expect(await read(other)).toEqual(hidden)
  await referAnd({ serviceId: shelter.serviceId }, [recipient, 'decline', { reason: 'no capacity' }])
  expect(await read(creator)).toEqual(hidden)
  const { id } = await referAnd({ serviceId: shelter.serviceId })
  expect(await read(creator)).toEqual(hidden)
  const act = async (by: Caller, action: string, more = {}) => {
    const { version } = (await by('GET', `/api/referral/${id}`)).body
    expect((await by('POST', `/api/referral/${id}/transition`, { action, version, ...more })).status).toBe(200)
  }
  await act(recipient, 'accept')
  for (const colleague of [creator, senderAdmin]) expect(await read(colleague)).toEqual(shown)
  for (const other of [third, platform]) expect(await read(other)).toEqual(hidden)
  await act(recipient, 'closeUnresolved', { reason: 'no capacity' })
  expect(await read(creator)).toEqual(shown)
  await act(senderAdmin, 'markError', { reason: 'Not this person.' })
  expect(await read(creator)).toEqual(hidden)
})

it('ORG-10 what was accepted elsewhere in the organization shows nothing; an organization that was asked as a whole shows its places', async () => {
  const { creator, recipient } = stage.as
  const other = await add('service', { organizationId: stage.recipient.id, name: 'Advice' })
  await referAnd({ serviceId: other }, [recipient, 'accept'])
  expect(await read(creator)).toEqual(hidden)
  await referAnd({}, [recipient, 'accept'])
  expect(await read(creator)).toEqual(shown)
})

it('ORG-10 a person who is served, and an account without an organization, see no address', async () => {
  const member = await product.someone({ roles: ['community-member'], organizationId: stage.recipient.id })
  expect(await read(member.call)).toEqual(hidden)
})

it('ORG-10 is found by distance only as its county', async () => {
  const elsewhere = await makeShelter(stage.third.id, { name: 'Safe nights east', city: 'Noble', zip: '62868' })
  const { call } = await product.someone({})
  const miles = async (near: string) => {
    const { items } = (await call('GET', `/api/service/?near=${near}&radius=100&text=safe+nights`)).body
    return items.map((item: { id: string; distance: number; place: { isApproximate: boolean } }) => [
      item.distance,
      item.place.isApproximate,
    ])
  }
  for (const near of ['62450', '62868', '62401']) {
    const [first, second] = await miles(near)
    expect(first).toEqual(second)
    expect(first[1]).toBe(true)
  }
  expect((await miles('62450'))[0][0]).toBeLessThan(25)
  // Not where it is, but wherever its county is, the published lists find it.
  const found = async (query: string) =>
    (await product.anonymous('GET', `/hsds/service_at_locations?${query}`)).body.contents
      .map((record: { service: { id: string } }) => record.service.id)
      .sort()
  const both = [shelter.serviceId, elsewhere.serviceId].sort()
  for (const postcode of ['62450', '62868']) expect(await found(`postcode=${postcode}`)).toEqual(both)
  expect(await found('postcode=62401')).toEqual([])
  for (const meters of [1000, 5000, 20_000, 40_000])
    expect([0, 2]).toContain((await found(`postcode=62450&proximity=${meters}`)).length)
})

it('ORG-10 the wide area follows the address; without a county it is the state', async () => {
  const key = async () => {
    const { areaKey, areaLatitude, shownLatitude } = await database
      .selectFrom('location')
      .selectAll()
      .where('id', '=', shelter.locationId)
      .executeTakeFirstOrThrow()
    expect(shownLatitude).toBe(areaLatitude)
    return areaKey
  }
  const move = (address: { postalCode: string | null; stateProvince: string }) =>
    database.updateTable('address').set(address).where('locationId', '=', shelter.locationId).execute()
  expect(await key()).toBe('c17159')
  await move({ postalCode: '14203', stateProvince: 'NY' })
  expect(await key()).toBe('c36029')
  await database
    .updateTable('location')
    .set({ latitude: null, longitude: null })
    .where('id', '=', shelter.locationId)
    .execute()
  await move({ postalCode: null, stateProvince: 'NY' })
  expect(await key()).toBe('s36')
  await move({ postalCode: '62450', stateProvince: 'IL' })
  expect(await key()).toBe('c17159')
})

it('ORG-10 its organization marks a place, and only it shows the place again; the history holds no address', async () => {
  const open = await makeShelter(stage.recipient.id, { name: 'Day room' })
  const { recipient, third } = stage.as
  const { call: platform } = await product.someone({ roles: ['platform-admin'] })
  const { call: worker } = await product.someone({ organizationId: stage.recipient.id })
  const path = `/api/location/${open.locationId}/confidentiality`
  const places = async (by: Caller) =>
    (await by('GET', `/api/listing/?organizationId=${stage.recipient.id}`)).body.places.find(
      (place: { id: string }) => place.id === open.locationId,
    )
  const address = `${street}, Olney, IL 62450`
  expect(await places(recipient)).toMatchObject({ name: 'Rose Cottage', address, isConfidential: true, version: 1 })
  expect(await places(platform)).toMatchObject({ name: null, address: null, isConfidential: true })
  const show = { version: 1, isConfidential: false }
  for (const other of [third, worker, platform]) expect((await other('PUT', path, show)).status).toBe(403)
  expect((await recipient('PUT', path, { ...show, version: 7 })).status).toBe(409)
  const answer = await recipient('PUT', path, show)
  expect([answer.status, answer.body]).toMatchObject([200, { address, isConfidential: false, version: 2 }])
  expect(await places(platform)).toMatchObject({ name: 'Rose Cottage', address })
  expect((await platform('PUT', path, { version: 2, isConfidential: true })).body).toMatchObject({
    name: null,
    address: null,
    isConfidential: true,
    version: 3,
  })
  const history = await database
    .selectFrom('listingChange')
    .selectAll()
    .where('listingId', '=', open.locationId)
    .orderBy('version')
    .execute()
  expect(history.map(({ before, after }) => [before, after])).toEqual([
    [{ isConfidential: true }, { isConfidential: false }],
    [{ isConfidential: false }, { isConfidential: true }],
  ])
  const audit = await database
    .selectFrom('auditRecord')
    .select('action')
    .where('subjectId', '=', open.locationId)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['place-shown-again', 'place-marked-confidential'])
  const events = await database.selectFrom('event').select('type').where('subjectId', '=', open.locationId).execute()
  expect(events).toEqual([{ type: 'location' }, { type: 'location' }])
})

it('ORG-10 referrals are read only for a confidential place that is shown', async () => {
  const open = await makeShelter(stage.third.id, { name: 'Day center' })
  await database.updateTable('location').set({ isConfidential: false }).where('id', '=', open.locationId).execute()
  const asked: unknown[] = []
  const listAccepted: ListAccepted = async (_, organizationId, of) => {
    asked.push([organizationId, of])
    return anybody
  }
  const reader = {
    organizationId: stage.sender.id,
    roles: ['organization-staff'],
    impersonatorId: null,
  } satisfies Parameters<typeof placeReaderOf>[1]
  const readerOf = (serviceIds: string[]) => placeReaderOf(database, reader, serviceIds, listAccepted)
  expect(await readerOf([open.serviceId])).toEqual({ organizationIds: [stage.sender.id], serviceIds: [] })
  expect(asked).toEqual([])
  await readerOf([open.serviceId, shelter.serviceId])
  expect(asked).toEqual([[stage.sender.id, { serviceIds: [shelter.serviceId], organizationIds: [stage.recipient.id] }]])
})
