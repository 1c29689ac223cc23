import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { findPasswordWeakness } from '../password-strength.ts'
import { requireStrongPassword } from './require-strong-password.ts'

const LIMIT = 5
const product = await startTestApp({ TRUST_PROXY: '1', ACCOUNT_CALL_LIMIT: String(LIMIT) })
const from = (address: string) => ({ 'x-forwarded-for': address })
const forgot = (address: string) =>
  product.anonymous(
    'POST',
    '/api/authentication/forgot',
    { email: 'nobody@example.test', captchaCode: 'none' },
    from(address),
  )

it('F-05 a network asks for a few reset links in an hour; the rest of an IPv6 /64 counts with it', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => forgot(`2001:db8:5:5::${at + 1}`)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20 - LIMIT)
  expect(refused[0]?.body.retryAfter).toBeGreaterThan(3000)
  expect(refused[0]?.headers['retry-after']).toBe(String(refused[0]?.body.retryAfter))
  expect((await forgot('2001:db8:9:6::1')).status).toBe(400)
  expect((await forgot('198.51.100.7')).status).toBe(400)
})

it('F-05 the captcha of a network grows harder the more it asks for', async () => {
  const challenge = async (address: string) =>
    (await product.anonymous('GET', '/api/captcha/challenge', undefined, from(address))).body
  for (let at = 0; at < 3 * LIMIT; at++) await challenge('203.0.113.9')
  const counters: number[] = []
  const seen = async (address: string) =>
    solveCaptcha((method, url) => product.anonymous(method, url, undefined, from(address)))
  for (const address of ['203.0.113.9', '203.0.113.10'])
    counters.push(JSON.parse(Buffer.from(await seen(address), 'base64').toString('utf8')).solution.counter)
  expect(counters[0]).toBeGreaterThanOrEqual(8 * 200)
  expect(counters[1]).toBeLessThan(500)
})

/** CPU time of this thread, in milliseconds. */
const work = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

it('F-05 ten estimates of long passwords at once hold up no other request', async () => {
  const rule = { minLength: 6, personal: [] }
  const password = '4@30$!1|'.repeat(3)
  await requireStrongPassword(password, rule)
  await findPasswordWeakness(password, rule)
  const before = work()
  await findPasswordWeakness(password, rule)
  const one = work() - before

  let isDone = false
  const start = work()
  const ten = Promise.all(Array.from({ length: 10 }, () => requireStrongPassword(password, rule))).then(() => {
    isDone = true
  })
  let answers = 0
  for (; !isDone && answers < 200; answers++) {
    expect((await product.anonymous('GET', '/api/health/live')).status).toBe(200)
    await setTimeout(10)
  }
  const others = work() - start
  await ten
  // In this thread, ten estimates would take ten times as long as one, and the first request would wait for all.
  expect(answers).toBeGreaterThan(10)
  expect(others / answers).toBeLessThan(one / 4)
}, 120_000)

it('F-05 refuses passwords with 503 rather than let hundreds wait', async () => {
  const rule = { minLength: 6, personal: [] }
  const refused: unknown[] = []
  const asked = Array.from({ length: 200 }, () =>
    requireStrongPassword('violet kettle', rule).catch((reason: unknown) => refused.push(reason)),
  )
  // Immediately, before any estimate can finish.
  await new Promise(setImmediate)
  expect(refused).toHaveLength(160)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, code: 'busy' })
  await Promise.all(asked)
}, 120_000)
