import { expect, it } from 'vitest'
import { standardPreference } from '#identity/preferences/user-preference.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)
const UTILITIES = '/api/admin/utilities'

const signInAs = async (role: 'developer' | 'organization-admin' | 'platform-admin') => {
  const account = await makeAccount(database, { organizationId: organization.id, roles: [role] })
  return { account, me: await product.signIn(account.email, PASSWORD) }
}

it('PREF-04 answers the standard to who never chose, takes the whole record and gives back the saved one', async () => {
  const { me } = await signInAs('organization-admin')
  expect((await me('GET', '/api/userPreference/')).body).toEqual(standardPreference)
  const chosen = { ...standardPreference, emailForIncomingReferral: 'External', textForDirectReferral: 'All' }
  expect(await me('PUT', '/api/userPreference/', chosen)).toMatchObject({ status: 200, body: chosen })
  const again = { ...chosen, emailForIncomingReferral: 'None' }
  expect((await me('PUT', '/api/userPreference', again)).body).toEqual(again)
  expect((await me('GET', '/api/userPreference/')).body).toEqual(again)
})

it('PREF-04 refuses part of a record and a level that does not exist', async () => {
  const { me } = await signInAs('organization-admin')
  const { textForDirectReferral: _, ...part } = standardPreference
  expect((await me('PUT', '/api/userPreference/', part)).body.errors[0].path).toBe('textForDirectReferral')
  const forMe = { ...standardPreference, emailForDirectReferral: 'ForMe' }
  expect((await me('PUT', '/api/userPreference/', forMe)).status).toBe(400)
})

it('PREF-05 gives a person their own phone numbers', async () => {
  const { account, me } = await signInAs('organization-admin')
  await database
    .insertInto('contactPhone')
    .values({ contactId: account.contactId, phoneNumber: '+17165550100', isPrimary: true })
    .execute()
  expect((await me('GET', `/api/admin/phone/?contactId=${account.contactId}`)).body.items).toEqual([
    { phoneNumber: '+17165550100', isPrimary: true },
  ])
})

it('SUP-01 refuses every call of Super Admin to whoever is no developer', async () => {
  for (const role of ['organization-admin', 'platform-admin'] as const) {
    const { me } = await signInAs(role)
    for (const [method, path, body] of [
      ['GET', 'getRoles', undefined],
      ['GET', 'getPortalAccountRoles', undefined],
      ['POST', `changeOrganization?newOrgId=${organization.id}`, {}],
      ['PUT', 'updatePortalAccountRoles', []],
    ] as const)
      expect((await me(method, `${UTILITIES}/${path}`, body)).status).toBe(403)
  }
  expect((await product.anonymous('GET', `${UTILITIES}/getRoles`)).status).toBe(401)
})

it("SUP-02 lists all roles as scope and name, and the account's own", async () => {
  const { account, me } = await signInAs('developer')
  const roles = (await me('GET', `${UTILITIES}/getRoles`)).body
  expect(roles).toHaveLength(7)
  expect(roles).toContainEqual({ id: 'data-manager', scope: 'Directory', name: 'Data Manager' })
  expect(roles).toContainEqual({ id: 'developer', scope: 'Platform', name: 'HearthlineDeveloper' })
  expect((await me('GET', `${UTILITIES}/getPortalAccountRoles`)).body).toEqual([
    { roleId: 'developer', portalAccountId: account.id, isDeleted: false },
  ])
})

it('SUP-03 moves the developer to another organization and gives and takes roles, ending other sessions', async () => {
  const { account, me } = await signInAs('developer')
  const elsewhere = await product.signIn(account.email, PASSWORD)
  const other = await makeOrganization(database)
  expect((await me('POST', `${UTILITIES}/changeOrganization?newOrgId=${other.id}`)).status).toBe(204)
  const line = { portalAccountId: account.id, isDeleted: false }
  const given = [
    { ...line, roleId: 'developer' },
    { ...line, roleId: 'support-agent' },
  ]
  expect((await me('PUT', `${UTILITIES}/updatePortalAccountRoles`, given)).body).toHaveLength(2)
  const taken = [{ ...line, roleId: 'support-agent', isDeleted: true }]
  expect((await me('PUT', `${UTILITIES}/updatePortalAccountRoles`, taken)).body).toEqual([given[0]])
  expect((await me('GET', '/api/portalAccount/current')).body.organizationId).toBe(other.id)
  expect((await elsewhere('GET', '/api/portalAccount/current')).status).toBe(401)
})

it('SUP-03 moves and changes roles in one call, and does neither when the roles are refused', async () => {
  const { account, me } = await signInAs('developer')
  const other = await makeOrganization(database)
  const { account: somebody } = await signInAs('organization-admin')
  const move = (portalAccountId: string) =>
    me('POST', `${UTILITIES}/changeOrganization?newOrgId=${other.id}`, {
      roles: [{ portalAccountId, roleId: 'support-agent', isDeleted: false }],
    })
  expect((await move(somebody.id)).status).toBe(404)
  expect((await me('GET', '/api/portalAccount/current')).body.organizationId).toBe(organization.id)
  expect((await move(account.id)).status).toBe(204)
  expect((await me('GET', '/api/portalAccount/current')).body.organizationId).toBe(other.id)
  expect((await me('GET', `${UTILITIES}/getPortalAccountRoles`)).body).toHaveLength(2)
})

it("SUP-03 touches nobody else's account and no organization that does not exist", async () => {
  const { me } = await signInAs('developer')
  const { account: somebody } = await signInAs('organization-admin')
  const line = { portalAccountId: somebody.id, roleId: 'developer', isDeleted: false }
  expect((await me('PUT', `${UTILITIES}/updatePortalAccountRoles`, [line])).status).toBe(404)
  expect((await me('PUT', `${UTILITIES}/updatePortalAccountRoles`, [{ ...line, roleId: 'god' }])).status).toBe(400)
  const nowhere = `${UTILITIES}/changeOrganization?newOrgId=${somebody.id}`
  expect((await me('POST', nowhere)).status).toBe(404)
  expect((await me('POST', `${UTILITIES}/changeOrganization?newOrgId=1`)).status).toBe(400)
})

it('SUP-03 leaves no organization, and not the portal, without anybody who looks after its people', async () => {
  const own = await makeOrganization(database)
  const make = (roles: ('developer' | 'organization-admin' | 'platform-admin')[], organizationId: string) =>
    makeAccount(database, { organizationId, roles })
  const account = await make(['developer', 'organization-admin', 'platform-admin'], own.id)
  const me = await product.signIn(account.email, PASSWORD)
  const drop = (roleId: string) =>
    me('PUT', `${UTILITIES}/updatePortalAccountRoles`, [{ portalAccountId: account.id, roleId, isDeleted: true }])
  const leave = () => me('POST', `${UTILITIES}/changeOrganization?newOrgId=${organization.id}`)
  const refused = { status: 409, body: { code: 'last-admin' } }
  expect(await leave()).toMatchObject(refused)
  expect(await drop('organization-admin')).toMatchObject(refused)
  await database
    .updateTable('account')
    .set({ deactivatedOn: '2026-01-01T00:00:00Z' })
    .where('id', '!=', account.id)
    .execute()
  expect(await drop('platform-admin')).toMatchObject(refused)
  expect((await me('GET', '/api/portalAccount/current')).body).toMatchObject({ organizationId: own.id })
  expect((await me('GET', `${UTILITIES}/getPortalAccountRoles`)).body).toHaveLength(3)

  // Two who leave at the same time must not leave the organization without an admin.
  const other = await make(['developer', 'organization-admin'], own.id)
  const them = await product.signIn(other.email, PASSWORD)
  const both = await Promise.all(
    [me, them].map((by) => by('POST', `${UTILITIES}/changeOrganization?newOrgId=${organization.id}`)),
  )
  expect(both.map((answer) => answer.status).sort()).toEqual([204, 409])
})
