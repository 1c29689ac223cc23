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
const { call: platform } = await product.someone({ roles: ['platform-admin'], firstName: 'Ada' })
const pantry = await serviceNamed('Weekly Food Pantry')

const path = (rest: string, id = organizationId) => `/api/organization/${id}${rest}`
const editor = async (id = organizationId) => (await platform('GET', path('/editor', id))).body
const save = (by: typeof maria, version: number, changes: Record<string, unknown>) =>
  by('PUT', path('/editor'), { version, changes })
const shown = async () => (await staff('GET', `/api/service/${pantry}`)).body.organization
const phone = { number: '716-555-0190', extension: null, type: 'voice', description: 'Office' }

it('ORG-02 ORG-06 an organization admin edits the profile, and the directory shows it at once', async () => {
  const { version, values } = await editor()
  expect(values).toMatchObject({ email: expect.any(String), phones: expect.any(Array) })
  const saved = await save(maria, version, { description: 'We feed the east side.', website: '', phones: [phone] })
  expect([saved.status, saved.body.version]).toEqual([200, version + 1])
  expect(saved.body.values).toMatchObject({ description: 'We feed the east side.', website: null, phones: [phone] })
  expect(await shown()).toMatchObject({ description: 'We feed the east side.', website: null, phones: [phone] })
  const audit = await database
    .selectFrom('auditRecord')
    .select('detail')
    .where('action', '=', 'organization-changed')
    .where('subjectId', '=', organizationId)
    .executeTakeFirstOrThrow()
  expect(audit.detail).toEqual({ version: version + 1, fields: ['description', 'website', 'phones'] })
})

it('ORG-06 the preview of a profile is a service as the directory shows it after saving', async () => {
  const before = await editor()
  const changes = { description: 'Preview of the profile', phones: [] }
  const preview = (await maria('POST', path('/preview'), { version: before.version, changes })).body
  expect(preview.detail.organization).toMatchObject({ description: 'Preview of the profile', phones: [] })
  expect(await editor()).toEqual(before)
  const bare = await makeOrganization(database)
  const nothing = await platform('POST', path('/preview', bare.id), { version: 1, changes: { description: 'Alone' } })
  expect(nothing.body).toEqual({ item: null, detail: null })
})

it('ORG-05 two admins of different fields both succeed; of the same field the second sees both versions', async () => {
  const { version, values } = await editor()
  await save(maria, version, { description: 'Maria says' })
  const merged = await save(nora, version, { alternateName: 'Eastside' })
  expect(merged.body.values).toMatchObject({ description: 'Maria says', alternateName: 'Eastside' })
  const refused = await save(nora, version, { description: 'Nora says' })
  expect([refused.status, refused.body.current.values.description]).toEqual([409, 'Maria says'])
  expect(refused.body.theirs).toMatchObject([
    { field: 'description', before: values.description, after: 'Maria says', by: 'Maria Tester' },
  ])
})

it('ORG-12 a change of the whole organization stands in the history too, and versions are restored', async () => {
  const before = await editor()
  const renamed = await platform('PUT', path(''), {
    ...{
      version: before.version,
      name: 'Eastside Pantry',
      description: 'By the portal',
      website: before.values.website,
    },
  })
  expect(renamed.status).toBe(200)
  const { items } = (await maria('GET', path('/history'))).body
  expect(items[0]).toMatchObject({
    ...{ version: before.version + 1, cause: 'edit', changedBy: 'Ada Tester', fields: ['name', 'description'] },
    before: { name: 'Eastside Food Bank', description: before.values.description },
  })
  expect((await editor()).fields).toContainEqual(
    expect.objectContaining({ field: 'description', verifiedHow: 'data-manager' }),
  )
  const restored = await maria('POST', path(`/history/${before.version}/restore`), { version: before.version + 1 })
  // The name stays with the review.
  expect(restored.body).toMatchObject({ values: before.values, organizationName: 'Eastside Pantry' })
})

it('ORG-11 “Everything still holds” confirms each field of a profile', async () => {
  const { version } = await editor()
  const confirmed = await maria('POST', path('/verification'), { version })
  const verified = confirmed.body.fields.map((state: { field: string; verifiedBy: string }) => [
    state.field,
    state.verifiedBy,
  ])
  for (const field of Object.keys(confirmed.body.values)) expect(verified).toContainEqual([field, 'Maria Tester'])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: product.config.timeZone }).format(new Date())
  expect(confirmed.body.assuredDate).toBe(today)
})

it('ORG-02 only admins of the approved organization and platform admins edit a profile', async () => {
  const { version } = await editor()
  const other = await makeOrganization(database)
  const stranger = await product.someone({ organizationId: other.id, roles: ['organization-admin'] })
  const waiting = await makeOrganization(database, { standing: 'pending' })
  const applicant = await product.someone({ organizationId: waiting.id, roles: ['organization-admin'] })
  for (const call of [stranger.call, applicant.call, staff])
    expect((await save(call, version, { description: 'Mine' })).status).toBe(403)
  expect((await applicant.call('GET', path('/editor', waiting.id))).status).toBe(403)
  expect((await stranger.call('GET', path('/editor', waiting.id))).status).toBe(404)
})

it('ORG-05 an unknown type of organization and an incomplete telephone number are refused', async () => {
  const { version } = await editor()
  const unknown = await save(maria, version, { organizationTypeId: organizationId })
  expect([unknown.status, unknown.body.errors]).toEqual([400, [{ path: 'organizationTypeId', message: 'invalid' }]])
  const short = await save(maria, version, { phones: [{ ...phone, number: '716' }] })
  expect(short.body.errors).toEqual([{ path: 'phones.0.number', message: 'phone-format' }])
})

it('ORG-05 an import leaves edited fields of a profile and its numbers alone, and brings what nobody edited', async () => {
  const { id } = await database
    .selectFrom('organization')
    .select('id')
    .where('sourceName', '=', 'demo')
    .where('name', '<>', 'Eastside Pantry')
    .where('description', 'is not', null)
    .where('email', 'is not', null)
    .orderBy('name')
    .executeTakeFirstOrThrow()
  await database.updateTable('organization').set({ standing: 'listed' }).where('id', '=', id).execute()
  const before = await editor(id)
  await platform('PUT', path('/editor', id), {
    version: before.version,
    changes: { description: 'Edited here', phones: [phone] },
  })
  await database.updateTable('organization').set({ email: 'stale@example.org' }).where('id', '=', id).execute()
  await importDemoDirectory(database)
  expect((await editor(id)).values).toEqual({ ...before.values, description: 'Edited here', phones: [phone] })
  expect((await platform('GET', path('/history', id))).body.items[0]).toMatchObject({
    ...{ cause: 'import', fields: ['email'], before: { email: 'stale@example.org' } },
  })
})
