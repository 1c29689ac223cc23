import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database, { name: 'Riverbank Pantry' })
const { account: adminAccount, call: admin } = await product.someone({
  ...{ organizationId: organization.id, roles: ['organization-admin'], firstName: 'Ana', lastName: 'Ruiz' },
})
const { call: platform } = await product.someone({ roles: ['platform-admin'] })
const actorId = adminAccount.id
const path = '/api/portalAccount/invitation'
let made = 0
const newEmail = () => `asked-${made++}@example.test`
const invite = (more: object = {}, by = admin) =>
  by('POST', '/api/portalAccount/', {
    ...{
      email: newEmail(),
      firstName: 'Iris',
      lastName: 'Moon',
      roles: ['organization-staff'],
      language: 'en',
      ...more,
    },
  })
const resend = (id: string, by = admin) => by('POST', `${path}/${id}/resend`)
const withdraw = async (id: string, by = admin) => {
  const { status, body } = await by('DELETE', `${path}/${id}`)
  return [status, body.code]
}
const about = { actorId, subjectType: 'account-invitation' }
const rowOf = (id: string) =>
  database.selectFrom('accountInvitation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('ORG-03 keeps who invited whom with which roles, and who took it back, once', async () => {
  const roles = ['organization-staff', 'organization-staff']
  const { body } = await invite({ title: '', roles })
  expect(await withdraw(body.id)).toEqual([204, undefined])
  expect(await withdraw(body.id)).toEqual([204, undefined])
  const detail = { organizationId: organization.id, roles }
  expect(await auditsOf(database, body.id)).toEqual([
    { ...about, action: 'account-invited', detail },
    { ...about, action: 'account-invitation-withdrawn', detail: {} },
  ])
  const row = await rowOf(body.id)
  expect(row).toMatchObject({ title: null, roles: ['organization-staff'], withdrawnBy: actorId, usedOn: null })
  const days = (Date.parse(row.expiresOn) - Date.parse(row.createdOn)) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const told = await database
    .selectFrom('event')
    .select(['type', 'audience'])
    .where('subjectId', '=', body.id)
    .execute()
  expect(told).toEqual(
    Array(2).fill({ type: 'portalAccount', audience: ['role:platform-admin', `organization:${organization.id}`] }),
  )
  expect((await resend(body.id)).body.code).toBe('gone')
})

it('ORG-03 a new invitation to an address ends the earlier one of the same organization, and no other', async () => {
  const email = newEmail()
  const other = await product.someone({
    ...{ organizationId: (await makeOrganization(database)).id, roles: ['organization-admin'] },
  })
  const [first, foreign, elsewhere] = [
    (await invite({ email })).body,
    (await invite({ email }, other.call)).body,
    (await invite()).body,
  ]
  const second = (await resend(first.id)).body
  expect(second).toMatchObject({ email, state: 'pending', firstName: 'Iris' })
  const ended = async (id: string) => (await rowOf(id)).withdrawnOn !== null
  expect([await ended(first.id), await ended(second.id)]).toEqual([true, false])
  expect([await ended(foreign.id), await ended(elsewhere.id)]).toEqual([false, false])
  expect((await rowOf(first.id)).withdrawnBy).toBeNull()
})

it('ORG-03 says why somebody cannot be invited', async () => {
  const member = await makeAccount(database, { organizationId: organization.id })
  const already = await invite({ email: member.email })
  expect([already.status, already.body.errors]).toEqual([400, [{ path: 'email', message: 'already-on-team' }]])
  const nowhere = await invite({ organizationId: crypto.randomUUID() }, platform)
  expect([nowhere.status, nowhere.body.errors]).toEqual([400, [{ path: 'organizationId', message: 'invalid' }]])
  const foreign = await invite({ organizationId: (await makeOrganization(database)).id })
  expect(foreign.body.code).toBe('forbidden')
  expect((await invite({ roles: ['support-agent'] })).body.code).toBe('forbidden')
})

it('ORG-03 mails one address five invitations a day, and of one organization two hundred', async () => {
  const email = newEmail()
  for (let n = 0; n < 5; n++) expect((await invite({ email })).status).toBe(201)
  expect((await invite({ email })).body.code).toBe('too-many-requests')
  expect((await invite()).status).toBe(201)
  const small = await makeOrganization(database)
  const { call, account } = await product.someone({ organizationId: small.id, roles: ['organization-admin'] })
  const many = (count: number) =>
    database
      .insertInto('accountInvitation')
      .values(
        Array.from({ length: count }, () => ({
          ...{
            codeHash: crypto.randomUUID(),
            organizationId: small.id,
            email: newEmail(),
            firstName: 'A',
            lastName: 'B',
          },
          ...{ roles: ['organization-staff' as const], language: 'en' as const, invitedBy: account.id },
          expiresOn: '2099-01-01',
        })),
      )
      .execute()
  await many(199)
  expect((await invite({}, call)).status).toBe(201)
  expect((await invite({}, call)).body.code).toBe('too-many-requests')
})

it('ORG-03 nobody of another organization sends an invitation again or takes it back, and nobody one that was used', async () => {
  const { body } = await invite()
  const other = await product.someone({
    ...{ organizationId: (await makeOrganization(database)).id, roles: ['organization-admin'] },
  })
  expect([(await resend(body.id, other.call)).body.code, await withdraw(body.id, other.call)]).toEqual([
    'not-found',
    [404, 'not-found'],
  ])
  expect((await resend(crypto.randomUUID())).body.code).toBe('not-found')
  await database
    .updateTable('accountInvitation')
    .set({ usedOn: new Date().toISOString() })
    .where('id', '=', body.id)
    .execute()
  expect(await withdraw(body.id)).toEqual([410, 'gone'])
  expect((await resend(body.id)).body.code).toBe('gone')
})

it('ORG-03 accepting an invitation is audited for the new account, and tells the team', async () => {
  const { body } = await invite({ title: 'Driver' })
  await product.workJobs()
  const code = /registration\/invitation\/([\w-]+)/.exec((await product.outbox(body.email))[0]?.text ?? '')?.[1]
  const accept = (more: object = {}) =>
    product.anonymous('POST', `/api/invitation/${code}`, {
      ...{ password: 'violet kettle morning 47', confirmPassword: 'violet kettle morning 47' },
      ...{
        securityQuestion: 'parents-met',
        securityQuestionAnswer: 'Olean',
        acceptedTermsAndConditions: true,
        ...more,
      },
    })
  expect((await accept()).status).toBe(204)
  const account = await database
    .selectFrom('account')
    .selectAll()
    .where('email', '=', body.email)
    .executeTakeFirstOrThrow()
  expect(await auditsOf(database, account.id)).toEqual([
    {
      ...{ actorId: account.id, action: 'account-invitation-accepted', subjectType: 'account' },
      detail: { invitationId: body.id, organizationId: organization.id },
    },
  ])
  expect(account).toMatchObject({ organizationId: organization.id, acceptedTermsAndConditions: true, language: 'en' })
  expect([account.emailConfirmedOn, account.approvedOn].every(Boolean)).toBe(true)
  const roles = await database.selectFrom('accountRole').select('role').where('accountId', '=', account.id).execute()
  expect(roles).toEqual([{ role: 'organization-staff' }])
  const contact = await database
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', account.contactId)
    .executeTakeFirstOrThrow()
  expect(contact).toMatchObject({ firstName: 'Iris', lastName: 'Moon', title: 'Driver', email: body.email })
  expect(await rowOf(body.id)).toMatchObject({ accountId: account.id })
  expect((await accept()).body.code).toBe('gone')
})
