import { beforeAll, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeOrganization } from '#test/factories.ts'
import { personFieldNames } from '../contact-record.ts'

let app: TestApp
let staff: Caller
let accountId: string
let contactId: string
let organizationId: string
beforeAll(async () => {
  app = await startTestApp()
  organizationId = (await makeOrganization(app.database)).id
  const someone = await app.someone({ organizationId })
  staff = someone.call
  accountId = someone.account.id
  contactId = someone.account.contactId
})

const record = async (given: Record<string, unknown> = {}, call = staff) =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Reyes', ...given })).body
const written = { scope: 'network', howGiven: 'written', givenOn: '2026-01-02' }
const consentTo = async (id: string, given: Record<string, unknown> = {}) =>
  (await staff('POST', `/api/contact/${id}/consent`, { ...written, ...given })).body.consents[0]

/** An invitation that was mailed to a person's address. */
const invite = (id: string, given: { usedOn?: string } = {}) =>
  app.database
    .insertInto('contactInvitation')
    .values({
      contactId: id,
      invitedBy: accountId,
      codeHash: crypto.randomUUID(),
      expiresOn: '2099-01-01',
      ...given,
    })
    .execute()
const withdrawals = async (id: string) =>
  (
    await app.database
      .selectFrom('contactInvitation')
      .select(['withdrawnOn', 'withdrawnBy', 'usedOn'])
      .where('contactId', '=', id)
      .orderBy('usedOn', 'desc')
      .execute()
  ).map(({ withdrawnOn, withdrawnBy }) => [withdrawnOn !== null, withdrawnBy])

it('INT-03 keeps in the audit who recorded and changed a person, and which fields, never what they say', async () => {
  const { id } = await record()
  const phones = [{ phoneNumber: '(716) 555-0100' }]
  await staff('PUT', `/api/contact/${id}`, { city: 'Buffalo', note: 'Prefers texts', phones, version: 1 })
  await staff('PUT', `/api/contact/${id}`, { city: 'Albany', version: 2 })
  const about = { actorId: accountId, subjectType: 'contact' }
  expect(await auditsOf(app.database, id)).toEqual([
    { ...about, action: 'contact.create', detail: {} },
    { ...about, action: 'contact.change', detail: { fields: ['city', 'note', 'phones'] } },
    { ...about, action: 'contact.change', detail: { fields: ['city'] } },
  ])
})

it('INT-01 keeps in the audit who recorded a consent, and who withdrew it, once', async () => {
  const { id } = await record()
  const consent = await consentTo(id)
  for (const _ of [1, 2]) await staff('POST', `/api/contact/${id}/consent/${consent.id}/withdraw`)
  const about = { actorId: accountId, subjectType: 'contact' }
  expect((await auditsOf(app.database, id)).slice(1)).toEqual([
    { ...about, action: 'consent.record', detail: { consentId: consent.id, scope: 'network' } },
    { ...about, action: 'consent.withdraw', detail: { consentId: consent.id } },
  ])
})

it('INT-01 says what is wrong with a consent, and takes one that ends on its first day', async () => {
  const { id } = await record()
  const errorOf = async (given: Record<string, unknown>) =>
    (await staff('POST', `/api/contact/${id}/consent`, { ...written, ...given })).body.errors
  const named = { scope: 'organizations' }
  expect(await errorOf(named)).toEqual([{ path: 'recipientIds', message: 'organization-required' }])
  expect(await errorOf({ ...named, recipientIds: [organizationId, crypto.randomUUID()] })).toEqual([
    { path: 'recipientIds', message: 'unknown-organization' },
  ])
  expect(await errorOf({ expiresOn: '2026-01-01' })).toEqual([{ path: 'expiresOn', message: 'before-given' }])
  expect(await errorOf({ expiresOn: '2026-01-02' })).toBeUndefined()
})

it('INT-01 names each organization of a consent once, by name, and none for the whole network', async () => {
  const { id } = await record()
  const [second, first] = [
    await makeOrganization(app.database, { name: 'Zinnia House' }),
    await makeOrganization(app.database, { name: 'Aster House' }),
  ]
  const recipientIds = [second.id, first.id, second.id]
  const named = await consentTo(id, { scope: 'organizations', recipientIds })
  expect(named.recipientIds).toEqual([second.id, first.id])
  expect(named.recipients).toEqual([
    { id: first.id, name: 'Aster House' },
    { id: second.id, name: 'Zinnia House' },
  ])
  expect(await consentTo(id, { recipientIds })).toMatchObject({ recipientIds: [], recipients: [], contactId: id })
})

it("INT-03 knows a consent only under its own person's record", async () => {
  const [ana, boris] = [await record(), await record({ firstName: 'Boris' })]
  const consent = await consentTo(ana.id)
  expect((await staff('GET', `/api/contact/${ana.id}/consent/${consent.id}/use`)).body).toEqual({
    items: [],
    nextCursor: null,
  })
  for (const path of [`${boris.id}/consent/${consent.id}`, `${ana.id}/consent/${crypto.randomUUID()}`]) {
    expect((await staff('GET', `/api/contact/${path}/use`)).body.code).toBe('not-found')
    expect((await staff('POST', `/api/contact/${path}/withdraw`)).body.code).toBe('not-found')
  }
  expect((await staff('GET', `/api/contact/${ana.id}`)).body.consents[0].withdrawnOn).toBeNull()
})

it('INT-01 ends open invitations of a person when the address changes, and only then', async () => {
  const { id } = await record({ email: 'ana@example.test' })
  await invite(id)
  await invite(id, { usedOn: '2026-01-01' })
  await staff('PUT', `/api/contact/${id}`, { city: 'Buffalo', version: 1 })
  await staff('PUT', `/api/contact/${id}`, { email: 'ana@example.test', version: 2 })
  expect(await withdrawals(id)).toEqual([
    [false, null],
    [false, null],
  ])
  await staff('PUT', `/api/contact/${id}`, { email: 'other@example.test', version: 3 })
  expect(await withdrawals(id)).toEqual([
    [true, accountId],
    [false, null],
  ])
})

it('INT-01 replaces phone numbers as a whole, keeps their kinds, and can leave none', async () => {
  const [home, work] = [
    { phoneNumber: '+17165550100', kind: 'home', isPrimary: false },
    { phoneNumber: '+17165550101', kind: 'work', isPrimary: true },
  ]
  const { id, phones } = await record({ phones: [home, work] })
  expect(phones).toMatchObject([work, home])
  const put = async (version: number, given: object[]) =>
    (await staff('PUT', `/api/contact/${id}`, { phones: given, version })).body.phones
  expect(await put(1, [home])).toMatchObject([{ ...home, isPrimary: true }])
  expect(await put(2, [])).toEqual([])
})

it("INT-03 logs whoever sees another person's phone numbers, and nobody who sees their own", async () => {
  const admin = await app.someone({ organizationId, roles: ['organization-admin'] })
  const path = `/api/admin/phone/?contactId=${contactId}`
  await staff('GET', path)
  expect(await accessLogOf(app.database, contactId)).toEqual([])
  await admin.call('GET', path)
  expect((await accessLogOf(app.database, contactId)).map(({ way, accountId: by }) => [way, by])).toEqual([
    ['phone', admin.account.id],
  ])
})

it('INT-01 lists with each person what tells them apart, the primary number among it', async () => {
  const { call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
  const phones = [{ phoneNumber: '(716) 555-0100' }, { phoneNumber: '(716) 555-0101', isPrimary: true }]
  const fields = { birthDate: '1980-01-01', email: 'a@example.test', city: 'Buffalo', postalCode: '14201' }
  const { id, createdOn } = await record({ ...fields, phones }, call)
  const person = { id, firstName: 'Ana', lastName: 'Reyes', ...fields, primaryPhone: '+17165550101', createdOn }
  const expected = { ...person, version: 1, callRefusal: null }
  const found = async (search?: string) =>
    (search ? await call('POST', '/api/contact/search', { search }) : await call('GET', '/api/contact/')).body
  expect(await found()).toEqual({ items: [expected], nextCursor: null, isAlike: false })
  for (const search of ['716 555 0101', '5550100', 'A@EXAMPLE.test'])
    expect((await found(search)).items).toEqual([expected])
  for (const search of ['550101', 'example.test', '716 555 0199']) expect((await found(search)).items).toEqual([])
  const [duplicate] = (await call('POST', '/api/contact/duplicate', { email: fields.email })).body.items
  expect(duplicate).toEqual({ ...person, reasons: ['email'] })
})

it('INT-01 shows of many similar names the closest first, as many as were asked for', async () => {
  const { call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
  for (const lastName of ['Delgadas', 'Delgada', 'Deglado']) await record({ firstName: 'Rosa', lastName }, call)
  const names = async (limit: number) =>
    (await call('POST', '/api/contact/search', { search: 'Delgado', limit })).body.items.map(
      (item: { lastName: string }) => item.lastName,
    )
  expect(await names(50)).toEqual(['Deglado', 'Delgada', 'Delgadas'])
  expect(await names(1)).toEqual(['Deglado'])
  expect((await call('POST', '/api/contact/search', { search: 'Del' })).body.isAlike).toBe(false)
  expect((await call('POST', '/api/contact/search', { search: 'Dlo' })).body.items).toEqual([])
})

it('INT-01 nobody writes a column of a person that is not meant to be filled in', () => {
  // A new column joins by itself: whoever adds one decides here whether people fill it in.
  expect([...personFieldNames].sort().join(' ')).toBe(
    'address1 address2 birthDate city email firstName language lastName note postalCode stateProvince',
  )
})

it('INT-01 INT-03 records a person and a consent once, however often the same call arrives', async () => {
  const id = crypto.randomUUID()
  const call = { id, firstName: 'Ana', lastName: 'Reyes', phones: [{ phoneNumber: '(716) 555-0100' }] }
  const made = await Promise.all([1, 2, 3].map(() => staff('POST', '/api/contact/', call)))
  expect(made.map(({ status, body }) => [status, body.id, body.phones.length])).toEqual(Array(3).fill([201, id, 1]))
  expect(await auditsOf(app.database, id)).toHaveLength(1)
  const consent = { ...written, id: crypto.randomUUID() }
  const given = await Promise.all([1, 2].map(() => staff('POST', `/api/contact/${id}/consent`, consent)))
  expect(given.map(({ status, body }) => [status, body.consents.length])).toEqual(Array(2).fill([201, 1]))
  const other = (await app.someone({ organizationId })).call
  expect((await other('POST', '/api/contact/', call)).status).toBe(409)
  expect((await other('POST', `/api/contact/${id}/consent`, consent)).status).toBe(409)
})
