import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const organization = await makeOrganization(product.database)
const login = (body: object) => product.anonymous('POST', '/api/auth/login/fallback', body)

it('LAND-07 signs in on both readings of the path and answers where to go', async () => {
  const { email } = await makeAccount(product.database, { organizationId: organization.id })
  for (const path of ['/api/auth/login/fallback', '/api/auth/login/fallback/', '/api/authentication/login'])
    expect(
      await product.anonymous('POST', path, { email: ` ${email.toUpperCase()} `, password: PASSWORD }),
    ).toMatchObject({
      status: 200,
      body: { forcePasswordReset: false, redirectUrl: '/home/redirect', mfaRequired: false },
    })
})

it('ACC-02 answers the current user with roles, contact and flags, and never a hash', async () => {
  const account = await makeAccount(product.database, {
    organizationId: organization.id,
    roles: ['organization-admin', 'developer'],
  })
  const me = await product.signIn(account.email, PASSWORD)
  const { status, body } = await me('GET', '/api/portalAccount/current')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email: account.email,
    contactId: account.contactId,
    requireMfa: false,
    acceptedTermsAndConditions: true,
    forcePasswordReset: false,
  })
  expect(
    body.portalAccountRoles
      .map((r: { role: { scope: string; name: string } }) => `${r.role.scope} : ${r.role.name}`)
      .sort(),
  ).toEqual(['Organization : Organization Admin', 'Platform : HearthlineDeveloper'])
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash/i)
  expect((await product.anonymous('GET', '/api/portalAccount/current')).status).toBe(401)
})

it('LAND-09 tells an unconfirmed account 406, an unreviewed one 403 and anything else 401', async () => {
  const unconfirmed = await makeAccount(product.database, { confirmed: false, approved: false })
  const unreviewed = await makeAccount(product.database, { approved: false })
  expect((await login({ email: unconfirmed.email, password: PASSWORD })).status).toBe(406)
  expect((await login({ email: unreviewed.email, password: PASSWORD })).status).toBe(403)
  expect((await login({ email: unreviewed.email, password: 'wrong' })).status).toBe(401)
  expect((await login({ email: 'nobody@example.test', password: PASSWORD })).status).toBe(401)
})

it('LAND-10 demands a solved captcha after the fifth failure, and no more than five simultaneous guesses get through', async () => {
  const { email } = await makeAccount(product.database)
  const guesses = await Promise.all(Array.from({ length: 20 }, () => login({ email, password: 'wrong' })))
  expect(guesses.filter((g) => g.status === 401)).toHaveLength(4)
  expect(guesses.filter((g) => g.status === 429)).toHaveLength(16)
  expect((await login({ email, password: PASSWORD })).status).toBe(429)
})

it('OUT-01 ends the session on the server', async () => {
  const { email } = await makeAccount(product.database)
  const me = await product.signIn(email, PASSWORD)
  expect((await me('POST', '/api/authentication/logout')).status).toBe(204)
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
})

it('NAV-02 refuses every other call of an account in forced reset', async () => {
  const { email } = await makeAccount(product.database, { forcePasswordReset: true })
  const me = await product.signIn(email, PASSWORD)
  expect((await me('GET', '/api/portalAccount/current')).body.forcePasswordReset).toBe(true)
  expect(await me('GET', '/api/event/stream')).toMatchObject({ status: 403, body: { code: 'password-reset-required' } })
})
