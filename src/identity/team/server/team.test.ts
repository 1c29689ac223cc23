import { expect, it } from 'vitest'
import type { RoleKey } from '#platform/schema/roles.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product

async function makeTeam() {
  const organization = await makeOrganization(database)
  const make = (role: RoleKey, more: object = {}) =>
    makeAccount(database, { organizationId: organization.id, roles: [role], ...more })
  const admin = await make('organization-admin', { firstName: 'Ana', lastName: 'Ruiz' })
  const staff = await make('organization-staff', { firstName: 'Zoe', lastName: 'Ådal' })
  return { organization, make, admin, staff, asAdmin: await product.signIn(admin.email, PASSWORD) }
}
const platformAccount = await makeAccount(database, { roles: ['platform-admin'] })
const platform = await product.signIn(platformAccount.email, PASSWORD)
const get = async (by: Caller, id: string) => (await by('GET', `/api/portalAccount/${id}`)).body
const save = async (by: Caller, id: string, more: object) =>
  by('PUT', '/api/portalAccount/', { ...(await get(platform, id)), ...more })
const rolesOf = (...roleIds: RoleKey[]) => ({ portalAccountRoles: roleIds.map((roleId) => ({ roleId })) })
const isSignedIn = async (by: Caller) => (await by('GET', '/api/portalAccount/current')).status === 200

it('ACC-01 lists those the caller may see, by name, in pages, and never a password', async () => {
  const { organization, admin, staff, make, asAdmin } = await makeTeam()
  const deactivated = await make('organization-staff', { firstName: 'Bea', lastName: 'Adal' })
  await asAdmin('POST', `/api/portalAccount/${deactivated.id}/deactivate`)
  const names = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map((person) => person.id)
  const whole = await asAdmin('GET', '/api/portalAccount/')
  expect(names(whole)).toEqual([deactivated.id, staff.id, admin.id])
  expect(JSON.stringify(whole.body)).not.toMatch(/hash|password|answer/i)
  expect(names(await asAdmin('GET', '/api/portalAccount/?search=adal'))).toEqual([deactivated.id, staff.id])
  expect(names(await asAdmin('GET', '/api/portalAccount/?state=deactivated'))).toEqual([deactivated.id])
  expect(names(await asAdmin('GET', '/api/portalAccount/?roleId=organization-admin'))).toEqual([admin.id])
  const first = await asAdmin('GET', '/api/portalAccount/?limit=2')
  expect(names(first)).toEqual([deactivated.id, staff.id])
  expect(names(await asAdmin('GET', `/api/portalAccount/?limit=2&cursor=${first.body.nextCursor}`))).toEqual([admin.id])
  expect((await asAdmin('GET', '/api/portalAccount/?cursor=x')).status).toBe(400)

  const asStaff = await product.signIn(staff.email, PASSWORD)
  expect(names(await asStaff('GET', '/api/portalAccount/'))).toEqual([staff.id])
  expect((await asStaff('GET', `/api/portalAccount/${admin.id}`)).status).toBe(404)
  const stranger = await makeTeam()
  expect((await stranger.asAdmin('GET', `/api/portalAccount/${staff.id}`)).status).toBe(404)
  expect(names(await stranger.asAdmin('GET', `/api/portalAccount/?organizationId=${organization.id}`))).not.toContain(
    staff.id,
  )
  expect(names(await platform('GET', `/api/portalAccount/?search=${staff.email}`))).toEqual([staff.id])
  expect(names(await platform('GET', `/api/portalAccount/?organizationId=${organization.id}`))).toHaveLength(3)
  const everybody: string[] = []
  for (let cursor = ''; ; ) {
    const page = await platform('GET', `/api/portalAccount/?limit=3${cursor}`)
    everybody.push(...page.body.items.map((person: { email: string }) => person.email))
    if (!page.body.nextCursor) break
    cursor = `&cursor=${page.body.nextCursor}`
  }
  expect(everybody).toEqual([...new Set(everybody)].sort())
  expect(everybody).toContain(platformAccount.email)
})

it('ACC-01 saves the whole account against the version that was read', async () => {
  const { staff, asAdmin } = await makeTeam()
  const read = await get(asAdmin, staff.id)
  const saved = await asAdmin('PUT', '/api/portalAccount/', { ...read, firstName: 'Zora', title: 'Driver' })
  expect(saved.body).toMatchObject({ firstName: 'Zora', title: 'Driver', version: read.version + 1 })
  const stale = await asAdmin('PUT', '/api/portalAccount/', { ...read, firstName: 'Zita' })
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale-version', current: { firstName: 'Zora' } } })
  const both = await Promise.all(
    ['A', 'B'].map((firstName) => asAdmin('PUT', '/api/portalAccount/', { ...saved.body, firstName })),
  )
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
  for (const bad of [{ firstName: '' }, { email: 'x' }, { phoneNumber: '7' }, { portalAccountRoles: [] }])
    expect((await save(asAdmin, staff.id, bad)).status).toBe(400)
})

it('ACC-01 lets people change their own names, but leaves address, number and roles to their admin', async () => {
  const { staff, admin } = await makeTeam()
  const me = await product.signIn(staff.email, PASSWORD)
  expect((await save(me, staff.id, { lastName: 'Nord' })).body.lastName).toBe('Nord')
  expect((await me('GET', '/api/portalAccount/current')).body.lastName).toBe('Nord')
  expect((await save(me, staff.id, { email: 'mine@example.test' })).status).toBe(403)
  expect((await save(me, staff.id, { phoneNumber: '(716) 555-0199' })).status).toBe(403)
  expect((await save(me, staff.id, rolesOf('organization-admin'))).status).toBe(403)
  expect((await save(me, admin.id, { firstName: 'X' })).status).toBe(404)
})

it('ORG-03 D-AUTH-2 a change of roles ends the person’s sessions and is mailed to them in their language', async () => {
  const { asAdmin, make } = await makeTeam()
  const person = await make('organization-staff', { language: 'es' })
  const me = await product.signIn(person.email, PASSWORD)
  const answer = await save(asAdmin, person.id, rolesOf('organization-admin'))
  expect(answer.body.portalAccountRoles).toMatchObject([{ roleId: 'organization-admin' }])
  expect(await isSignedIn(me)).toBe(false)
  await product.workJobs()
  expect((await product.outbox(person.email))[0]).toMatchObject({
    subject: 'Se cambiaron sus roles en Hearthline',
    text: expect.stringContaining('administración de la organización'),
  })
  // Saving without a change of roles does not end the sessions.
  const again = await product.signIn(person.email, PASSWORD)
  await save(asAdmin, person.id, { title: 'Lead' })
  expect(await isSignedIn(again)).toBe(true)
})

it('ORG-03 nobody gives more than they may, and nobody raises themselves', async () => {
  const { asAdmin, admin, staff, make, organization } = await makeTeam()
  expect((await save(asAdmin, staff.id, rolesOf('organization-staff', 'platform-admin'))).status).toBe(403)
  expect((await save(asAdmin, admin.id, rolesOf('organization-admin', 'organization-staff'))).status).toBe(403)
  expect((await save(platform, platformAccount.id, rolesOf('platform-admin', 'developer'))).status).toBe(403)
  expect((await save(platform, staff.id, rolesOf('organization-staff', 'support-agent'))).status).toBe(200)
  // A person with a role outside the organization cannot be managed by its admin: their address would give access to
  // that role.
  const developer = await make('developer')
  expect((await get(asAdmin, developer.id)).email).toBe(developer.email)
  expect((await save(asAdmin, developer.id, { email: 'taken-over@example.test' })).status).toBe(403)
  expect((await asAdmin('POST', `/api/portalAccount/${developer.id}/deactivate`)).status).toBe(403)
  expect((await asAdmin('GET', `/api/portalAccount/${developer.id}/link`)).status).toBe(403)
  expect(organization.id).toBe((await get(platform, developer.id)).organizationId)
})

it('ORG-03 the last admin of an organization is neither demoted nor deactivated, with a reason', async () => {
  const { asAdmin, admin, staff, make } = await makeTeam()
  expect((await save(asAdmin, admin.id, rolesOf('organization-staff'))).status).toBe(403)
  const refused = await save(platform, admin.id, rolesOf('organization-staff'))
  expect(refused).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  expect((await platform('POST', `/api/portalAccount/${admin.id}/deactivate`)).body.code).toBe('last-admin')
  // An account with an unconfirmed address does not count as another admin.
  await make('organization-admin', { confirmed: false })
  expect((await platform('POST', `/api/portalAccount/${admin.id}/deactivate`)).body.code).toBe('last-admin')
  expect((await save(asAdmin, staff.id, rolesOf('organization-admin'))).status).toBe(200)
  expect((await platform('POST', `/api/portalAccount/${admin.id}/deactivate`)).status).toBe(200)
})

it('ORG-03 two admins who demote or deactivate each other at the same moment never leave none', async () => {
  for (let round = 0; round < 4; round++) {
    const { asAdmin, admin, make, organization } = await makeTeam()
    const second = await make('organization-admin')
    const asSecond = await product.signIn(second.email, PASSWORD)
    const answers =
      round % 2
        ? await Promise.all([
            asAdmin('POST', `/api/portalAccount/${second.id}/deactivate`),
            asSecond('POST', `/api/portalAccount/${admin.id}/deactivate`),
          ])
        : await Promise.all([
            save(asAdmin, second.id, rolesOf('organization-staff')),
            save(asSecond, admin.id, rolesOf('organization-staff')),
          ])
    expect(answers.filter((a) => a.status === 200).length).toBeLessThanOrEqual(1)
    const left = (
      await platform(
        'GET',
        `/api/portalAccount/?organizationId=${organization.id}&roleId=organization-admin&state=active`,
      )
    ).body.items
    expect(left).toHaveLength(1)
  }
})

it('ORG-03 D-AUTH-2 deactivating signs out, ends every link and is mailed; reactivating opens the account again', async () => {
  const { asAdmin, admin, staff } = await makeTeam()
  const me = await product.signIn(staff.email, PASSWORD)
  await asAdmin('POST', `/api/portalAccount/${staff.id}/resetLink`)
  await save(asAdmin, staff.id, { email: 'newly@example.test' })
  const answer = await asAdmin('POST', `/api/portalAccount/${staff.id}/deactivate`)
  expect(answer.body).toMatchObject({ state: 'deactivated', pendingEmail: null })
  expect(await isSignedIn(me)).toBe(false)
  await expect(product.signIn(staff.email, PASSWORD)).rejects.toThrow('406')
  const links = (await asAdmin('GET', `/api/portalAccount/${staff.id}/link`)).body.items
  expect(links.map((link: { state: string }) => link.state)).toEqual(['withdrawn', 'withdrawn'])
  expect((await asAdmin('POST', `/api/portalAccount/${staff.id}/deactivate`)).status).toBe(200)
  await product.workJobs()
  expect((await product.outbox(staff.email)).filter((m) => m.subject.includes('deactivated'))).toHaveLength(1)
  expect((await asAdmin('POST', `/api/portalAccount/${staff.id}/reactivate`)).body.state).toBe('active')
  expect(await isSignedIn(await product.signIn(staff.email, PASSWORD))).toBe(true)
  expect((await asAdmin('POST', `/api/portalAccount/${admin.id}/deactivate`)).status).toBe(403)
  const events = await database
    .selectFrom('accountEvent')
    .select(['kind', 'actorId'])
    .where('accountId', '=', staff.id)
    .where('actorId', '=', admin.id)
    .orderBy('id')
    .execute()
  expect(events.map((event) => event.kind)).toEqual([
    'reset-link-sent',
    'email-change-asked',
    'deactivated',
    'reactivated',
  ])
})
