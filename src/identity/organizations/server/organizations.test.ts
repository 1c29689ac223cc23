import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { anonymous, database } = product
const own = await makeOrganization(database, { name: 'Ñandú Food Bank', description: 'Groceries' })
const other = await makeOrganization(database, { name: 'Harbor Housing' })
const { account: adminAccount, call: asAdmin } = await product.someone({
  roles: ['platform-admin'],
  organizationId: null,
})
const { call: asKeeper, account: keeper } = await product.someone({
  roles: ['organization-admin'],
  organizationId: own.id,
})
const { call: asStaff } = await product.someone({ roles: ['organization-staff'], organizationId: own.id })
const suggest = async (name: string) =>
  (await anonymous('GET', `/api/organization/autocomplete?name=${encodeURIComponent(name)}`)).body.items as {
    id: string
    name: string
  }[]

it('ORG-01 REG-05 suggests organizations by name to anyone, from three characters on', async () => {
  for (const typed of ['', '  ', 'na', ' ha ', '🪁🪁']) expect(await suggest(typed)).toEqual([])
  expect((await anonymous('GET', '/api/organization/autocomplete')).body.items).toEqual([])
  expect(await suggest('  nandu ')).toEqual([{ id: own.id, name: own.name }])
  expect(await suggest('HOUSING')).toEqual([{ id: other.id, name: other.name }])
})

it('ORG-01 suggests names that begin so before names that hold it, and none under review or refused', async () => {
  for (const [name, standing] of [
    ['Quilting Aid', 'listed'],
    ['Aid for Quilting', 'verified'],
    ['Quilting Fraud', 'refused'],
    ['Quilting Soon', 'pending'],
  ] as const)
    await makeOrganization(database, { name, standing })
  expect((await suggest('quilting')).map((o) => o.name)).toEqual(['Quilting Aid', 'Aid for Quilting'])
})

it('ORG-01 takes what is typed as text: no pattern, no statement', async () => {
  await makeOrganization(database, { name: '100% Warm_Coats \\ Inc' })
  expect((await suggest('100%')).map((o) => o.name)).toEqual(['100% Warm_Coats \\ Inc'])
  expect(await suggest('%%%')).toEqual([])
  expect(await suggest('___')).toEqual([])
  expect((await suggest('warm_c')).length).toBe(1)
  expect(await suggest("x' or '1'='1")).toEqual([])
  expect(await suggest('ts \\')).toHaveLength(1)
  expect((await anonymous('GET', '/api/organization/autocomplete?name=a%00bc')).status).toBe(400)
  expect((await anonymous('GET', `/api/organization/autocomplete?name=${'x'.repeat(500)}`)).status).toBe(400)
})

it('ORG-01 lists organizations by name, page by page, and shows one without what stays inside', async () => {
  const names = ['Zeta 1', 'Zeta 2', 'Zeta 3']
  for (const name of names) await makeOrganization(database, { name })
  const first = (await asStaff('GET', '/api/organization/?name=zeta&limit=2')).body
  const second = (await asStaff('GET', `/api/organization/?name=zeta&limit=2&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...second.items].map((o: { name: string }) => o.name)).toEqual(names)
  expect(second.nextCursor).toBeNull()
  const { status, body } = await asStaff('GET', `/api/organization/${other.id}`)
  expect(status).toBe(200)
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['taxId']))
  expect((await asStaff('GET', '/api/organization/current')).body.id).toBe(own.id)
  expect((await asAdmin('GET', '/api/organization/current')).status).toBe(404)
  expect((await anonymous('GET', '/api/organization/')).status).toBe(401)
  expect((await asStaff('GET', '/api/organization/not-an-id')).status).toBe(400)
})

it('ORG-01 hides organizations under review from all but their own people and platform admins', async () => {
  const pending = await makeOrganization(database, { name: 'Zither House', standing: 'pending' })
  expect((await asStaff('GET', `/api/organization/${pending.id}`)).status).toBe(404)
  expect((await asStaff('GET', '/api/organization/?name=zither')).body.items).toEqual([])
  expect((await asAdmin('GET', `/api/organization/${pending.id}`)).status).toBe(200)
  expect((await asAdmin('GET', '/api/organization/?name=zither')).body.items).toHaveLength(1)
})

it('ORG-01 lets its admin and platform admins change an organization, in the version that they read', async () => {
  const { version } = (await asKeeper('GET', '/api/organization/current')).body
  const change = { description: ' Groceries on Tuesdays ', website: 'nandu.example.org', version }
  expect((await asStaff('PUT', `/api/organization/${own.id}`, change)).status).toBe(403)
  expect((await asKeeper('PUT', `/api/organization/${other.id}`, { ...change, version: 1 })).status).toBe(403)
  const changed = await asKeeper('PUT', '/api/organization/', { id: own.id, ...change })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      description: 'Groceries on Tuesdays',
      website: 'https://nandu.example.org',
      name: own.name,
      version: version + 1,
    },
  })
  expect(await asKeeper('PUT', '/api/organization/', { id: own.id, ...change })).toMatchObject({
    status: 409,
    body: { code: 'stale-version', current: { version: version + 1 } },
  })
  expect(
    (await asKeeper('PUT', `/api/organization/${own.id}`, { name: 'City Hall', version: version + 1 })).status,
  ).toBe(403)
  expect(
    (await asAdmin('PUT', `/api/organization/${own.id}`, { name: 'Nandu Pantry', version: version + 1 })).body.name,
  ).toBe('Nandu Pantry')
  expect(
    (
      await asKeeper('PUT', `/api/organization/${own.id}`, {
        standing: 'verified',
        requireMfa: true,
        taxStatusId: randomUUID(),
        version: version + 2,
      })
    ).status,
  ).toBe(400)
})

it('ORG-01 ignores what nobody may set, and keeps what is left out', async () => {
  const organization = await makeOrganization(database, {
    name: 'Plain House',
    standing: 'listed',
    takesReferrals: false,
    description: 'kept',
  })
  const answer = await asAdmin('PUT', `/api/organization/${organization.id}`, {
    standing: 'verified',
    sourceName: 'x',
    alternateName: 'PH',
    version: 1,
  })
  expect(answer.body).toMatchObject({ standing: 'listed', alternateName: 'PH', description: 'kept' })
})

it('ORG-01 lets platform admins enter an organization', async () => {
  expect((await asKeeper('POST', '/api/organization/', { name: 'New House' })).status).toBe(403)
  expect(await asAdmin('POST', '/api/organization/', { name: 'New House' })).toMatchObject({
    status: 201,
    body: { name: 'New House', standing: 'listed', takesReferrals: false },
  })
  expect(await asAdmin('POST', '/api/organization/', { name: '' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'name' }] },
  })
})

it('ORG-01 F-13 tells the organization of an account only to who may know, and else as if there were none', async () => {
  const ask = (call: typeof anonymous, email: string, more = '') =>
    call('GET', `/api/organization/byPortalAccountEmail?portalAccountEmail=${email}${more}`)
  const unknown = await ask(anonymous, 'nobody@example.test')
  const stranger = await ask(anonymous, keeper.email)
  // Only the ID of the problem differs.
  const { instance } = unknown.body
  expect([stranger.status, { ...stranger.body, instance }]).toEqual([unknown.status, unknown.body])
  expect(stranger.status).toBe(404)
  const { account: outsider, call: asOutsider } = await product.someone({ organizationId: other.id })
  expect((await ask(asOutsider, keeper.email)).status).toBe(404)
  expect((await ask(asOutsider, outsider.email)).body).toEqual({ id: other.id, name: other.name })
  expect((await ask(asStaff, keeper.email)).body.id).toBe(own.id)
  expect((await ask(asAdmin, keeper.email)).body.id).toBe(own.id)
  expect((await ask(asAdmin, adminAccount.email)).status).toBe(404)

  const person = await database
    .insertInto('contact')
    .values({ firstName: 'Kit', lastName: 'Rowe', organizationId: other.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = await database
    .insertInto('referralRequest')
    .values({ organizationId: other.id, contactId: person.id, need: 'food-insecurity', createdBy: outsider.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const referral = await database
    .insertInto('referral')
    .values({
      requestId: request.id,
      senderOrganizationId: other.id,
      recipientOrganizationId: own.id,
      status: 'Sent',
      createdBy: outsider.id,
      contactEmail: keeper.email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await ask(anonymous, keeper.email, `&referralId=${referral.id}`)).status).toBe(404)
  expect((await ask(anonymous, outsider.email, `&referralId=${referral.id}`)).status).toBe(404)
  expect((await ask(anonymous, keeper.email, `&referralId=${randomUUID()}`)).status).toBe(404)
})

it('ORG-01 gives the kinds of organizations and the tax statuses, also one by its id', async () => {
  expect((await anonymous('GET', '/api/organizationType/')).body.items).toContainEqual({
    id: expect.any(String),
    name: 'Legal aid',
  })
  const { items } = (await anonymous('GET', '/api/taxStatus/')).body
  expect(items.map((s: { name: string }) => s.name)).toContain('501(c)(3)')
  expect((await anonymous('GET', `/api/taxStatus/${items[0].id}`)).body).toEqual(items[0])
  expect((await anonymous('GET', `/api/taxStatus/${randomUUID()}`)).status).toBe(404)
  expect((await anonymous('GET', '/api/taxStatus/x')).status).toBe(400)
})

it('ORG-03 lets an organization’s admins decide whether their people need a second factor', async () => {
  const organization = await makeOrganization(database)
  const { email } = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
  const asAdmin = await product.signIn(email, PASSWORD)
  const path = '/api/organization/current/requireMfa'
  expect((await asAdmin('GET', path)).body).toEqual({ requireMfa: false, refuseEmailCodes: false })
  const required = { requireMfa: true, refuseEmailCodes: false }
  expect((await asAdmin('PUT', path, { requireMfa: true })).body).toEqual(required)
  expect((await asAdmin('GET', path)).body).toEqual(required)
  expect((await asAdmin('PUT', path, { requireMfa: 'x' })).status).toBe(400)
  expect((await asAdmin('PUT', path, {})).status).toBe(400)
  const none = { requireMfa: false, refuseEmailCodes: false }
  for (let round = 0; round < 5; round++) {
    await asAdmin('PUT', path, none)
    await Promise.all([asAdmin('PUT', path, { requireMfa: true }), asAdmin('PUT', path, { refuseEmailCodes: true })])
    expect((await asAdmin('GET', path)).body).toEqual({ requireMfa: true, refuseEmailCodes: true })
  }
  const homeless = await makeAccount(database, { organizationId: null, roles: ['organization-admin'] })
  expect((await (await product.signIn(homeless.email, PASSWORD))('GET', path)).status).toBe(404)
})

it('ORG-03 audits changes of how people sign in and notifies the organization, unless nothing changed', async () => {
  const organization = await makeOrganization(database)
  const { account, call } = await product.someone({ organizationId: organization.id, roles: ['organization-admin'] })
  const path = '/api/organization/current/requireMfa'
  for (const change of [{ requireMfa: false }, { requireMfa: true }, { requireMfa: true }, { refuseEmailCodes: true }])
    expect((await call('PUT', path, change)).status).toBe(200)
  const about = { actorId: account.id, action: 'second-factor-requirement-set', subjectType: 'organization' }
  expect(await auditsOf(database, organization.id)).toEqual([
    { ...about, detail: { requireMfa: true } },
    { ...about, detail: { refuseEmailCodes: true } },
  ])
  const told = await database
    .selectFrom('event')
    .select(['type', 'audience'])
    .where('subjectId', '=', organization.id)
    .execute()
  expect(told).toEqual(Array(2).fill({ type: 'organization', audience: [`organization:${organization.id}`] }))
})

it('ORG-02 keeps in the audit who added and changed an organization, and which fields, and tells its people', async () => {
  const added = await asAdmin('POST', '/api/organization/', { name: 'Willow Center', description: '' })
  expect([added.status, added.body.description]).toEqual([201, null])
  const { id, version } = added.body
  const change = { id, version, description: 'Beds', website: '' }
  expect((await asAdmin('PUT', '/api/organization/', change)).body).toMatchObject({
    ...{ name: 'Willow Center', description: 'Beds', website: null, version: version + 1 },
  })
  const about = { actorId: adminAccount.id, subjectType: 'organization' }
  expect(await auditsOf(database, id)).toEqual([
    { ...about, action: 'organization-added', detail: {} },
    { ...about, action: 'organization-changed', detail: { fields: ['description', 'website'] } },
  ])
  const told = await database.selectFrom('event').select(['type', 'audience']).where('subjectId', '=', id).execute()
  expect(told).toEqual([{ type: 'organization', audience: [`organization:${id}`, 'role:platform-admin'] }])
  const stale = await asAdmin('PUT', '/api/organization/', change)
  expect(stale.body).toMatchObject({ code: 'stale-version', current: { version: version + 1, description: 'Beds' } })
  for (const field of ['organizationTypeId', 'taxStatusId']) {
    const wrong = await asAdmin('PUT', '/api/organization/', { id, version: version + 1, [field]: randomUUID() })
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ path: field, message: 'invalid' }]])
  }
  expect((await asAdmin('PUT', '/api/organization/', { ...change, id: randomUUID() })).body.code).toBe('not-found')
})
