import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeAccount, makeOrganization, PASSWORD } from './factories.ts'

const product = await startTestApp()
const { database } = product

/** The calls that a session without its second factor may make. This list prevents accidental additions. */
const openToHalf = [
  'GET /api/portalAccount/current',
  'GET /api/mfa',
  'POST /api/mfa/challenge',
  'POST /api/mfa/verifyOob',
  'POST /api/mfa/verifyOtp',
  'POST /api/mfa/verifyRecovery',
  'GET /api/passkey/confirm',
  'POST /api/passkey/confirm/options',
  'POST /api/passkey/confirm',
]

const concrete = (url: string) => url.replace(/:\w+/g, randomUUID()).replace('*', 'x')
const makeRequired = async () => {
  const organization = await makeOrganization(database)
  await database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organization.id).execute()
  return makeAccount(database, { organizationId: organization.id })
}
const half = await makeRequired()
const me = await product.signIn(half.email, PASSWORD)

it('D-API-5 answers a sign-in that needs a second factor with where to give it', async () => {
  for (const forcePasswordReset of [false, true]) {
    await database.updateTable('account').set({ forcePasswordReset }).where('id', '=', half.id).execute()
    expect(
      await product.anonymous('POST', '/api/authentication/login', { email: half.email, password: PASSWORD }),
    ).toMatchObject({
      status: 200,
      body: { forcePasswordReset, mfaRequired: true, redirectUrl: '/auth/reauthenticate?returnUrl=/home/redirect' },
    })
  }
  await database.updateTable('account').set({ forcePasswordReset: false }).where('id', '=', half.id).execute()
})

it('ACC-02 D-MFA-1 requireMfa comes from the organization or from a role', async () => {
  expect((await me('GET', '/api/portalAccount/current')).body).toMatchObject({ requireMfa: true, mfaRequired: true })
  const support = await makeAccount(database, { roles: ['support-agent'] })
  const before = await product.signIn(support.email, PASSWORD)
  expect((await before('GET', '/api/portalAccount/current')).body).toMatchObject({
    requireMfa: false,
    mfaRequired: false,
  })
  await database.insertInto('roleSetting').values({ role: 'support-agent', requireMfa: true }).execute()
  expect((await before('GET', '/api/portalAccount/current')).body).toMatchObject({ requireMfa: true })
  const after = await product.signIn(support.email, PASSWORD)
  expect((await after('GET', '/api/portalAccount/current')).body).toMatchObject({ requireMfa: true, mfaRequired: true })
  await database.deleteFrom('roleSetting').execute()
})

it('D-API-5 refuses a half-open session on every call but those of the second factor', async () => {
  const routes = product.app.routeAccess.filter((r) => r.method !== 'HEAD' && r.access !== 'anyone')
  const through: string[] = []
  for (const { method, url } of routes) {
    const answer = await me(method, concrete(url), method === 'GET' || method === 'DELETE' ? undefined : {})
    if (answer.status !== 401 || answer.body.code !== 'factor-needed')
      through.push(`${method} ${url.replace(/\/$/, '')}`)
  }
  expect(through.sort()).toEqual(openToHalf.toSorted())
})

it('FRC-04 refuses an account in forced reset on every call but those that end it', async () => {
  const forced = await makeAccount(database, { forcePasswordReset: true, roles: ['platform-admin', 'developer'] })
  const reset = await product.signIn(forced.email, PASSWORD)
  const through: string[] = []
  for (const { method, url, access } of product.app.routeAccess) {
    if (method === 'HEAD' || access === 'anyone') continue
    const answer = await reset(method, concrete(url), method === 'GET' || method === 'DELETE' ? undefined : {})
    if (answer.body?.code !== 'password-reset-required') through.push(`${method} ${url.replace(/\/$/, '')}`)
  }
  expect(through.sort()).toEqual([
    'GET /api/authentication/getQuestions',
    'GET /api/portalAccount/current',
    'PUT /api/myAccountPortalAccount',
  ])
})

it('D-API-5 takes a half-open session for nobody on calls that are open to anyone', async () => {
  const lookUp = `/api/organization/byPortalAccountEmail?portalAccountEmail=${encodeURIComponent(half.email)}`
  expect((await me('GET', lookUp)).status).toBe((await product.anonymous('GET', lookUp)).status)
  const whole = await makeAccount(database, { organizationId: half.organizationId })
  await database.updateTable('organization').set({ requireMfa: false }).where('id', '=', half.organizationId).execute()
  expect((await (await product.signIn(whole.email, PASSWORD))('GET', lookUp)).status).toBe(200)
})

it('D-API-5 lets a half-open session go after fifteen minutes, whatever is done in it', async () => {
  await sql`update session set created_on = now() - interval '16 minutes' where account_id = ${half.id}`.execute(
    database,
  )
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
})

it('D-AUTH-2 keeps the address that a session was opened from', async () => {
  const { email, id } = await makeAccount(database)
  await product.signIn(email, PASSWORD)
  const row = await database
    .selectFrom('session')
    .select(['ip', 'stage'])
    .where('accountId', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ ip: '127.0.0.1', stage: 'whole' })
})
