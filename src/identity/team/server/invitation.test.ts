import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database, { name: 'Riverbank Pantry' })
const adminAccount = await makeAccount(database, {
  organizationId: organization.id,
  roles: ['organization-admin'],
  firstName: 'Ana',
  lastName: 'Ruiz',
})
const admin = await product.signIn(adminAccount.email, PASSWORD)
const platform = await product.signIn((await makeAccount(database, { roles: ['platform-admin'] })).email, PASSWORD)
const NEW = 'violet kettle morning 47'
let made = 0

const newEmail = () => `invited-${made++}@example.test`
const invite = (more: object = {}, by = admin) =>
  by('POST', '/api/portalAccount/', {
    email: newEmail(),
    firstName: 'Iris',
    lastName: 'Moon',
    roles: ['organization-staff'],
    language: 'en',
    ...more,
  })
async function codeOf(email: string) {
  await product.workJobs()
  return /\/registration\/invitation\/([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1] ?? ''
}
const open = (code: string) => product.anonymous('GET', `/api/invitation/${code}`)
const accept = (code: string, more: object = {}) =>
  product.anonymous('POST', `/api/invitation/${code}`, {
    password: NEW,
    confirmPassword: NEW,
    securityQuestion: 'parents-met',
    securityQuestionAnswer: 'Olean',
    acceptedTermsAndConditions: true,
    ...more,
  })
const listed = async () => (await admin('GET', '/api/portalAccount/invitation')).body.items

it('ORG-03 invites by e-mail in the chosen language; the invited person opens an account that works at once', async () => {
  const { status, body } = await invite({ language: 'es', title: 'Driver', roles: ['organization-admin'] })
  expect(status).toBe(201)
  expect(body).toMatchObject({ state: 'pending', invitedByName: 'Ana Ruiz', organizationName: 'Riverbank Pantry' })
  expect(await listed()).toEqual([body])
  const code = await codeOf(body.email)
  const [mail] = await product.outbox(body.email)
  expect(mail?.subject).toBe('Riverbank Pantry le invita a Hearthline')
  expect(mail?.html).toContain('lang="es"')
  expect((await open(code)).body).toEqual({
    firstName: 'Iris',
    lastName: 'Moon',
    email: body.email,
    organizationName: 'Riverbank Pantry',
    invitedByName: 'Ana Ruiz',
    language: 'es',
  })
  expect((await accept(code, { email: 'other@example.test', roles: ['platform-admin'] })).status).toBe(204)
  const me = await product.signIn(body.email, NEW)
  expect((await me('GET', '/api/portalAccount/current')).body).toMatchObject({
    email: body.email,
    organizationId: organization.id,
    language: 'es',
    acceptedTermsAndConditions: true,
    portalAccountRoles: [{ roleId: 'organization-admin' }],
  })
  expect(await listed()).toEqual([])
  const people = (await admin('GET', '/api/portalAccount/?search=moon')).body.items
  const links = (await admin('GET', `/api/portalAccount/${people[0].id}/link`)).body.items
  expect(links).toMatchObject([{ kind: 'invitation', state: 'used', sentByName: 'Ana Ruiz', mayWithdraw: false }])
})

it('ORG-03 takes one of 20 simultaneous acceptances', async () => {
  const { body } = await invite()
  const code = await codeOf(body.email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(code)))
  expect(answers.filter((a) => a.status === 204)).toHaveLength(1)
  expect(answers.every((a) => [204, 406, 410].includes(a.status))).toBe(true)
  const { count } = await database
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', body.email)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
  expect((await open(code)).body).toMatchObject({ code: 'gone', reason: 'used' })
})

it('ORG-03 ends an invitation that was withdrawn, sent anew, or is older than seven days', async () => {
  const withdrawn = (await invite()).body
  const code = await codeOf(withdrawn.email)
  const path = `/api/portalAccount/invitation/${withdrawn.id}`
  expect((await admin('DELETE', path)).status).toBe(204)
  expect((await admin('DELETE', path)).status).toBe(204)
  expect((await open(code)).body.reason).toBe('withdrawn')
  expect((await accept(code)).status).toBe(410)
  expect((await admin('POST', `${path}/resend`)).status).toBe(410)

  const first = (await invite()).body
  const firstCode = await codeOf(first.email)
  const again = await admin('POST', `/api/portalAccount/invitation/${first.id}/resend`)
  expect(again.body).toMatchObject({ email: first.email, roles: ['organization-staff'], state: 'pending' })
  expect((await open(firstCode)).body.reason).toBe('replaced')
  const secondCode = await codeOf(first.email)
  await database
    .updateTable('accountInvitation')
    .set({ expiresOn: '2020-01-01T00:00:00Z' })
    .where('id', '=', again.body.id)
    .execute()
  expect((await accept(secondCode)).body.reason).toBe('expired')
  expect(await listed()).toMatchObject([{ id: again.body.id, state: 'expired' }])
  expect((await open('no-such-code')).body.reason).toBe('unknown')
  const row = await database
    .selectFrom('accountInvitation')
    .select(sqlDays)
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(row.expiresOn) - Date.parse(row.createdOn)).toBeCloseTo(7 * 86_400_000, -4)
})
const sqlDays = ['expiresOn', 'createdOn'] as const

it('ORG-03 keeps one open invitation to an address, also when two admins send it at the same moment', async () => {
  const email = newEmail()
  const answers = await Promise.all([invite({ email }), invite({ email })])
  expect(answers.map((a) => a.status)).toEqual([201, 201])
  expect((await listed()).filter((i: { email: string }) => i.email === email)).toHaveLength(1)
})

it('ORG-03 tells nobody but its owner that an address has an account', async () => {
  const stranger = await makeAccount(database, { firstName: 'Olga', language: 'es' })
  const { status, body } = await invite({ email: stranger.email })
  expect(status).toBe(201)
  expect(body.state).toBe('pending')
  await product.workJobs()
  const [mail] = await product.outbox(stranger.email)
  expect(mail?.text).toContain('ya tiene una cuenta')
  expect(mail?.text).not.toContain('/registration/invitation/')
  expect((await invite({ email: adminAccount.email })).body.errors).toEqual([
    { path: 'email', message: 'already-on-team' },
  ])
})

it('ORG-03 lets an admin give the two roles of their own organization and no others', async () => {
  const other = await makeOrganization(database)
  expect((await invite({ roles: ['platform-admin'] })).status).toBe(403)
  expect((await invite({ roles: ['organization-staff', 'developer'] })).status).toBe(403)
  expect((await invite({ organizationId: other.id })).status).toBe(403)
  expect((await invite({ organizationId: null })).status).toBe(403)
  expect((await invite({ organizationId: other.id }, platform)).status).toBe(201)
  const agent = await invite({ organizationId: null, roles: ['support-agent'] }, platform)
  expect(agent.body).toMatchObject({ organizationId: null, roles: ['support-agent'] })
  expect((await accept(await codeOf(agent.body.email))).status).toBe(204)
  const me = await product.signIn(agent.body.email, NEW)
  expect((await me('GET', '/api/portalAccount/current')).body.portalAccountRoles).toMatchObject([
    { roleId: 'support-agent' },
  ])
  expect((await invite({ organizationId: '7c1f6a52-93c5-4f8e-9a55-0d7f2f2f9a10' }, platform)).status).toBe(400)
})

it('ORG-03 asks for a strong password, the same twice, and the terms', async () => {
  const { body } = await invite()
  const code = await codeOf(body.email)
  const paths = async (more: object) => (await accept(code, more)).body.errors.map((e: { path: string }) => e.path)
  expect(await paths({ password: 'password1', confirmPassword: 'password1' })).toEqual(['password'])
  expect(await paths({ confirmPassword: 'x' })).toEqual(['confirmPassword'])
  expect(await paths({ acceptedTermsAndConditions: false })).toEqual(['acceptedTermsAndConditions'])
  expect((await accept(code)).status).toBe(204)
})

it('ORG-03 sends one address at most five invitations a day', async () => {
  const email = newEmail()
  for (let n = 0; n < 5; n++) expect((await invite({ email })).status).toBe(201)
  expect((await invite({ email })).status).toBe(429)
})

it('ORG-03 MEM-05 opens no account if the sender loses the role while the invitation is being accepted', async () => {
  const sender = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
  const { body } = await invite({}, await product.signIn(sender.email, PASSWORD))
  const code = await codeOf(body.email)
  const stateInList = async () => (await listed()).find(({ id }: { id: string }) => id === body.id)?.state
  expect(await stateInList()).toBe('pending')
  const accepting = await database.transaction().execute(async (transaction) => {
    await sql`select 1 from account_invitation where id = ${body.id} for update`.execute(transaction)
    // In an object, because a promise alone would be awaited before the commit.
    const going = { answer: accept(code) }
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
      expect(waiting.rows).toHaveLength(1)
    }, 10_000)
    const demoted = { id: sender.id, version: sender.version, portalAccountRoles: [{ roleId: 'organization-staff' }] }
    expect((await admin('PUT', '/api/portalAccount/', demoted)).status).toBe(200)
    return going
  })
  expect(await accepting.answer).toMatchObject({ status: 410, body: { reason: 'withdrawn' } })
  const accounts = database.selectFrom('account').select('id').where('email', '=', body.email)
  expect(await accounts.execute()).toEqual([])
  expect(await stateInList()).toBe('withdrawn')
  const again = await admin('POST', `/api/portalAccount/invitation/${body.id}/resend`)
  expect(again.body).toMatchObject({ email: body.email, state: 'pending' })
  expect(await stateInList()).toBeUndefined()
})
