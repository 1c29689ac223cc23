import { expect, it } from 'vitest'
import type { RoleKey } from '#platform/schema/roles.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)

const admin = async (roles: RoleKey[] = ['organization-admin'], organizationId: string | null = organization.id) => {
  const account = await makeAccount(database, { organizationId, roles })
  return { account, call: await product.signIn(account.email, PASSWORD) }
}
const invite = (call: typeof product.anonymous, email: string, roles: RoleKey[]) =>
  call('POST', '/api/portalAccount/', {
    firstName: 'Iris',
    lastName: 'Moon',
    email,
    roles,
    language: 'en',
    organizationId: organization.id,
  })
const codeFor = async (email: string) => {
  await product.workJobs()
  const [mail] = await product.outbox(email)
  return /registration\/invitation\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

it('F-19 nobody resends an invitation to roles that they could not give', async () => {
  const platform = await admin(['platform-admin'], null)
  const local = await admin()
  const made = await invite(platform.call, 'developer@example.test', ['developer'])
  expect(made.status).toBe(201)
  const again = (call: typeof product.anonymous, id: string) =>
    call('POST', `/api/portalAccount/invitation/${id}/resend`)
  expect((await again(local.call, made.body.id)).status).toBe(403)
  expect((await again(platform.call, made.body.id)).status).toBe(201)
  const staff = await invite(local.call, 'staff@example.test', ['organization-staff'])
  expect((await again(local.call, staff.body.id)).status).toBe(201)
})

it('F-19 an organization’s admin sends no reset link to somebody who also has a role of the platform', async () => {
  const local = await admin()
  const send = async (roles: RoleKey[]) => {
    const { id } = await makeAccount(database, { organizationId: organization.id, roles })
    return (await local.call('POST', `/api/portalAccount/${id}/resetLink`)).status
  }
  expect(await send(['organization-staff', 'developer'])).toBe(404)
  expect(await send(['organization-staff'])).toBe(204)
})

it('F-19 an invitation dies with the role that allowed it, and with the account', async () => {
  for (const lose of ['role', 'account'] as const) {
    const inviter = await admin()
    const email = `${lose}@example.test`
    await invite(inviter.call, email, ['organization-admin'])
    const code = await codeFor(email)
    expect((await product.anonymous('GET', `/api/invitation/${code}`)).status).toBe(200)
    if (lose === 'role') await database.deleteFrom('accountRole').where('accountId', '=', inviter.account.id).execute()
    else
      await database
        .updateTable('account')
        .set({ deactivatedOn: new Date().toISOString() })
        .where('id', '=', inviter.account.id)
        .execute()
    const accepted = await product.anonymous('POST', `/api/invitation/${code}`, {
      password: 'violet kettle morning 47',
      confirmPassword: 'violet kettle morning 47',
      securityQuestion: 'parents-met',
      securityQuestionAnswer: 'Olean',
      acceptedTermsAndConditions: true,
    })
    expect([lose, accepted.status, accepted.body.reason]).toEqual([lose, 410, 'withdrawn'])
  }
})
