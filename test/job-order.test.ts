import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { letCallsPass } from '#platform/server/calls-first.ts'
import { startTestApp } from './app.ts'
import { makeAccount, PASSWORD } from './factories.ts'
import { writeMessage } from './message-delivery.ts'

const product = await startTestApp()

it('0427 a message with a code is delivered before the notices that waited longer', async () => {
  const ids: string[] = []
  for (const at of [1, 2, 3])
    ids.push(await writeMessage(product, { channel: 'email', to: `reader-${at}@example.org`, text: 'A notice.' }))
  const expiresOn = new Date(Date.now() + 3_600_000)
  const code = await writeMessage(product, { channel: 'email', to: 'ana@example.org', text: 'Your code.', expiresOn })
  await product.workJobs()
  const delivered = await product.database
    .selectFrom('message')
    .select('id')
    .where('deliveredOn', 'is not', null)
    .orderBy('deliveredOn')
    .execute()
  expect(delivered.map(({ id }) => id)).toEqual([code, ...ids])
})

const isWaiting = async () => {
  let hasGone = false
  const gone = letCallsPass().then(() => {
    hasGone = true
  })
  await new Promise((done) => setImmediate(done))
  const waited = !hasGone
  await gone
  return waited
}

const startedApp = async () => {
  // A second try finds it listening.
  if (!product.app.server.listening) await product.app.listen({ port: 0, host: '127.0.0.1' })
  return (product.app.server.address() as AddressInfo).port
}

it('0427 a job waits for a call to the portal that is in progress', async () => {
  const port = await startedApp()
  await expect.poll(isWaiting).toBe(false)
  const caller = connect(port, '127.0.0.1')
  // Its body does not come.
  const headers = [
    'host: localhost',
    'sec-fetch-site: same-origin',
    'content-type: application/json',
    'content-length: 2',
  ]
  caller.write(`POST /api/auth/signIn HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  await expect.poll(isWaiting).toBe(true)
  caller.destroy()
  await expect.poll(isWaiting).toBe(false)
})

it('0427 an open stream of events does not hold jobs up', async () => {
  const port = await startedApp()
  const { email } = await makeAccount(product.database)
  const login = await fetch(`http://127.0.0.1:${port}/api/auth/login/fallback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const stream = await fetch(`http://127.0.0.1:${port}/api/event/stream`, { headers: { cookie } })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(await isWaiting()).toBe(false)
  await stream.body?.cancel()
})
