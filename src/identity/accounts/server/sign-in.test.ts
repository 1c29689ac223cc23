import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
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

it('LAND-10 requires a captcha after the fifth failure, and checks at most five of 200 simultaneous guesses', async () => {
  const behindProxy = await startTestApp({ TRUST_PROXY: 'true' })
  const { email } = await makeAccount(behindProxy.database)
  const guess = (i: number, password: string, captchaCode?: string) =>
    behindProxy.anonymous(
      'POST',
      '/api/auth/login/fallback',
      { email, password, captchaCode },
      { 'x-forwarded-for': `10.1.${Math.floor(i / 200)}.${i % 200}` },
    )
  const guesses = await Promise.all(Array.from({ length: 200 }, (_, i) => guess(i, 'wrong')))
  expect(guesses.filter((g) => g.status === 401)).toHaveLength(4)
  expect(guesses.filter((g) => g.status === 429)).toHaveLength(196)
  expect((await guess(201, PASSWORD)).status).toBe(429)
  // Other people's failures do not lock the owner out: from another network, a solved captcha is enough.
  expect((await guess(202, PASSWORD, await solveCaptcha(behindProxy.anonymous))).status).toBe(200)
})

it('LAND-10 lets tries of one address at one account wait ever longer, also with solved captchas', async () => {
  const { email } = await makeAccount(product.database)
  for (let i = 0; i < 5; i++) await login({ email, password: 'wrong' })
  const solved = async () => login({ email, password: 'wrong', captchaCode: await solveCaptcha(product.anonymous) })
  const isJudged = async (tries: number) => {
    // The response says how long to wait before the next attempt.
    expect((await solved()).body.retryAfter).toBeGreaterThan(0)
    const { rows } = await sql`select max(tries) as tries from login_wait`.execute(product.database)
    expect(rows).toEqual([{ tries }])
  }
  await isJudged(6)
  const waits: number[] = []
  for (let i = 0; i < 4; i++) {
    const captchaCode = await solveCaptcha(product.anonymous)
    // Solving the captcha took time; restart the wait.
    await sql`update login_wait set last_on = now()`.execute(product.database)
    const refused = await login({ email, password: PASSWORD, captchaCode })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': String(refused.body.retryAfter) } })
    waits.push(refused.body.retryAfter)
    await sql`update login_wait set last_on = last_on - login_wait_for(tries)`.execute(product.database)
    await isJudged(7 + i)
  }
  expect(waits).toEqual([2, 4, 8, 16])
  await sql`update login_wait set last_on = last_on - login_wait_for(tries)`.execute(product.database)
  const right = { email, password: PASSWORD, captchaCode: await solveCaptcha(product.anonymous) }
  expect((await login(right)).status).toBe(200)
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
