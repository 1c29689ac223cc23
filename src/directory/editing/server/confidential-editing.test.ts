import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { add, makeProvider, makePlace } = directoryOf(product)
const { call: platform } = await product.someone({ roles: ['platform-admin'] })
const street = '731 Larkspur Lane'

/** An organization with a service at one place, and its admin. */
async function makeShelter() {
  const { id: organizationId } = await makeProvider()
  const { call: owner, account } = await product.someone({ organizationId, roles: ['organization-admin'] })
  const serviceId = await add('service', { organizationId, name: 'Safe nights' })
  const address = { address1: '1 Open Square', city: 'Olney', stateProvince: 'IL', postalCode: '62450' }
  const locationId = await makePlace(serviceId, { organizationId, name: 'Day room' }, address)
  const path = (rest = '') => `/api/location/${locationId}${rest}`
  const mark = (version: number, isConfidential: boolean) =>
    owner('PUT', path('/confidentiality'), { version, isConfidential })
  const save = (by: typeof owner, version: number, changes: Record<string, unknown>) =>
    by('PUT', path(), { version, changes })
  return { organizationId, owner, account, serviceId, locationId, path, mark, save }
}

it('ORG-10 ORG-12 where a place was while it was confidential stays with its organization when it is shown again', async () => {
  const { owner, path, mark, save } = await makeShelter()
  await mark(1, true)
  await save(owner, 2, { address1: street, name: 'Rose Cottage' })
  await save(owner, 3, { address1: '9 Market Street', name: 'Day room' })
  expect((await mark(4, false)).body.version).toBe(5)
  await save(owner, 5, { name: 'Open room' })
  const versions = async (by: typeof owner) =>
    (await by('GET', path('/history'))).body.items.map(({ version }: { version: number }) => version)
  expect(await versions(owner)).toEqual([6, 5, 4, 3, 2])
  expect(await versions(platform)).toEqual([6, 5])
  const answers = [
    await platform('GET', path('/history?cursor=5')),
    await save(platform, 3, { address1: 'x', name: 'y' }),
    await save(platform, 3, { name: 'y' }),
    await platform('POST', path('/preview'), { version: 2, changes: { address1: 'x' } }),
    ...(await Promise.all([1, 2, 3].map((to) => platform('POST', path(`/history/${to}/restore`), { version: 6 })))),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409, 404, 404, 404])
  expect(JSON.stringify(answers)).not.toMatch(/larkspur|rose cottage/i)
  // What was shown again may be restored, and its own organization restores everything.
  const shown = await platform('POST', path('/history/4/restore'), { version: 6 })
  expect(shown.body.values).toMatchObject({ name: 'Day room', address1: '9 Market Street' })
  const own = await owner('POST', path('/history/3/restore'), { version: 7 })
  expect(own.body.values).toMatchObject({ name: 'Rose Cottage', address1: street })
})

it('ORG-10 SUP-04 whoever impersonates an admin neither learns where a confidential place is nor shows it again', async () => {
  const { account, serviceId, locationId, owner, path, mark, save } = await makeShelter()
  await save(owner, 1, { address1: street })
  await mark(2, true)
  const { account: developerAccount } = await product.someone({ roles: ['developer'] })
  const begin = (url: string, cookie: string, payload?: object) =>
    product.app.inject({ method: 'POST', url, headers: { cookie }, ...(payload ? { payload } : {}) })
  const cookieOf = ({ cookies }: Awaited<ReturnType<typeof begin>>) =>
    cookies.flatMap(({ name, value }) => (value ? [`${name}=${value}`] : [])).join()
  const credentials = { email: developerAccount.email, password: PASSWORD }
  const own = cookieOf(await begin('/api/authentication/login', '', credentials))
  const begun = await begin(`/api/portalAccount/impersonate?portalAccountId=${account.id}`, own)
  expect(begun.statusCode).toBe(204)
  const developer = product.withCookie(cookieOf(begun))
  const answers = [
    await developer('GET', '/api/listing/'),
    await developer('GET', `/api/service/${serviceId}`),
    await developer('GET', `/api/service/${serviceId}/editor`),
    await developer('GET', path('/editor')),
    await developer('GET', path('/history')),
    await developer('PUT', path('/confidentiality'), { version: 3, isConfidential: false }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404, 403])
  expect(answers[0]?.body.places).toMatchObject([{ id: locationId, name: null, address: null }])
  expect(JSON.stringify(answers)).not.toMatch(/larkspur|day room/i)
  expect((await owner('GET', path('/editor'))).body.values.address1).toBe(street)
})

it('ORG-05 a save that names a version that does not exist yet is refused, and overwrites nothing', async () => {
  const { owner, save } = await makeShelter()
  await save(owner, 1, { name: 'Warm room' })
  const refused = await save(owner, 77, { name: 'Cold room' })
  expect([refused.status, refused.body.theirs, refused.body.current.values.name]).toEqual([409, [], 'Warm room'])
})

it('ORG-10 ORG-12 that a new place is confidential stands in its history and in the audit, without its address', async () => {
  const { owner } = await makeShelter()
  const newPlace = { name: null, address1: street, city: 'Olney', stateProvince: 'IL', postalCode: '62450' }
  const added = await owner('POST', '/api/service/', {
    name: 'Quiet nights',
    newPlace: { ...newPlace, isConfidential: true },
  })
  expect([added.status, added.body.places[0].isConfidential]).toEqual([201, true])
  const { id } = added.body.places[0]
  const { items } = (await owner('GET', `/api/location/${id}/history`)).body
  expect(items).toMatchObject([
    { before: { isConfidential: false }, after: { isConfidential: true } },
    { cause: 'added', before: {} },
  ])
  expect(JSON.stringify(items[0])).not.toContain(street)
  const audit = await product.database
    .selectFrom('auditRecord')
    .select(['action', 'detail'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { action: 'location-added', detail: { version: 1 } },
    { action: 'place-marked-confidential', detail: { version: items[0].version } },
  ])
})

it('ORG-10 ORG-12 marking a place again changes nothing, also by somebody who has not seen the first mark', async () => {
  const { owner, path, mark } = await makeShelter()
  const first = await mark(1, true)
  const again = await mark(1, true)
  expect([again.status, again.body.version]).toEqual([200, first.body.version])
  expect((await owner('GET', path('/history'))).body.items).toHaveLength(1)
  expect((await mark(1, false)).status).toBe(409)
})
