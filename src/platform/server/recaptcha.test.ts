import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'

/** A server that behaves like Google's siteverify; each test sets its answers. */
const asked: URLSearchParams[] = []
let answer: (response: ServerResponse) => void = () => undefined
const peer = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push(new URLSearchParams(body))
  answer(response)
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => {
  peer.closeAllConnections()
  peer.close()
})
const verifyUrl = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/siteverify`
const keys = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'the-secret' }
const product = await startTestApp({ ...keys, RECAPTCHA_VERIFY_URL: verifyUrl })
const say =
  (body: string, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }
const forget = async (captchaCode?: string) =>
  (await product.anonymous('POST', '/api/authentication/forgot', { email: 'nobody@example.test', captchaCode })).status

it('CAP-02 hands the code and the secret to reCAPTCHA’s server, and lets in what it says yes to', async () => {
  answer = say('{"success":true}')
  expect(await forget('a-code')).toBe(204)
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ secret: 'the-secret', response: 'a-code' })
  const shown = (await product.anonymous('GET', '/api/configuration')).body
  expect(shown.recaptcha2SiteKey).toBe('site-key')
  expect(JSON.stringify(shown)).not.toContain('the-secret')
})

it('CAP-01 takes a code of reCAPTCHA once, of twenty uses at the same moment', async () => {
  answer = say('{"success":true}')
  const answers = await Promise.all(Array.from({ length: 20 }, () => forget('one-code')))
  expect(answers.sort()).toEqual([204, ...Array(19).fill(400)])
})

it.each([
  ['a no', say('{"success":false,"error-codes":["timeout-or-duplicate"]}')],
  ['a yes that is none', say('{"success":"true"}')],
  ['something else', say('<html>')],
  ['nothing', say('')],
  ['an error with a yes', say('{"success":true}', 500)],
  ['a way to somewhere else', (r: ServerResponse) => r.writeHead(302, { location: verifyUrl }).end()],
  ['a broken line', (r: ServerResponse) => r.socket?.destroy()],
  ['no answer at all', () => undefined],
])('CAP-02 stays closed when reCAPTCHA’s server gives %s', async (name, given) => {
  answer = given
  expect(await forget(`code for ${name}`)).toBe(400)
})

it('CAP-02 asks nobody about a code that was not given', async () => {
  const before = asked.length
  expect([await forget(), await forget('')]).toEqual([400, 400])
  expect(asked).toHaveLength(before)
})
