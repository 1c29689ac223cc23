import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'

const behindProxy = await startTestApp({ TRUST_PROXY: '1' })
const login = (product: typeof behindProxy, from: string, email: string, more: object = {}) =>
  product.anonymous(
    'POST',
    '/api/authentication/login',
    { email, password: 'wrong', ...more },
    { 'x-forwarded-for': from },
  )
const hex = (n: number) => n.toString(16)

/** Simulates this many attempts: each real one costs a password check. */
const advance = (counter: 'address' | 'site', points: number) =>
  sql`update login_throttle set points = ${points} where key like ${`${counter}:%`}`.execute(behindProxy.database)

it('F-08 LAND-10 counts a whole IPv6 /64 as one network: 100 tries, whichever of its addresses they come from', async () => {
  await login(behindProxy, '2001:db8:0:1::1', 'spray@example.test')
  await advance('address', 90)
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      login(behindProxy, `2001:db8:0:1:${hex(n)}::${hex(n + 1)}`, `spray-${n}@example.test`),
    ),
  )
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(9)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(11)
  expect((await login(behindProxy, '2001:db8:1:1::1', 'spray-x@example.test')).status).toBe(401)
  // A solved captcha lets everyone else on that network sign in.
  const { email } = await makeAccount(behindProxy.database)
  const given = { password: PASSWORD, captchaCode: await solveCaptcha(behindProxy.anonymous) }
  expect((await login(behindProxy, '2001:db8:0:1::77', email, given)).status).toBe(200)
})

it('F-08 counts an IPv6 /56 as well, with a higher bound', async () => {
  await login(behindProxy, '2001:db8:7::1', 'wide@example.test')
  await advance('site', 390)
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => login(behindProxy, `2001:db8:7:${hex(n)}::1`, `wide-${n}@example.test`)),
  )
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(9)
})

it('F-08 LAND-10 a wait belongs to account and network: another address of the same /64 does not begin anew', async () => {
  const { email } = await makeAccount(behindProxy.database)
  const captchaCode = () => solveCaptcha(behindProxy.anonymous)
  for (let n = 1; n <= 5; n++) await login(behindProxy, `2001:db8:9:9::${n}`, email)
  await login(behindProxy, '2001:db8:9:9::6', email, { captchaCode: await captchaCode() })
  const next = await login(behindProxy, '2001:db8:9:9::7', email, { captchaCode: await captchaCode() })
  expect(next.body.retryAfter).toBeGreaterThan(0)
})

it('F-08 from a rate of failures in the whole installation on, every sign-in needs a captcha', async () => {
  const product = await startTestApp({ TRUST_PROXY: '1', SIGN_IN_FAILURE_LIMIT: '20' })
  const { email } = await makeAccount(product.database)
  for (let n = 0; n < 20; n++) await login(product, `203.0.113.${n}`, `slow-${n}@example.test`)
  expect((await login(product, '198.51.100.1', email, { password: PASSWORD })).status).toBe(429)
  const captchaCode = await solveCaptcha(product.anonymous)
  expect((await login(product, '198.51.100.1', email, { password: PASSWORD, captchaCode })).status).toBe(200)
})

it('LAND-10 of the first tries none has to wait, also where one that began earlier comes second', async () => {
  const { email } = await makeAccount(behindProxy.database)
  const from = '203.0.113.77'
  expect((await login(behindProxy, from, email)).status).toBe(401)
  // The state after the later one of two concurrent attempts.
  await sql`update login_wait set last_on = now() + interval '5 seconds' where tries = 1`.execute(behindProxy.database)
  expect((await login(behindProxy, from, email, { password: PASSWORD })).status).toBe(200)
})
