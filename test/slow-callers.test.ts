import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from './app.ts'

const product = await startTestApp({ MAX_CONNECTIONS: '10' })
await product.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = product.app.server.address() as AddressInfo
afterAll(() => product.app.server.closeAllConnections())

/** A connection that sends this text and waits. */
function open(text: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  const said: Buffer[] = []
  const over = new Promise<string>((done) => {
    socket.on('data', (chunk) => said.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => done(Buffer.concat(said).toString()))
  })
  return { socket, over }
}

it('F-07 a slow header or body ends with its time', async () => {
  const { server } = product.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 60_000])
  Object.assign(server, { headersTimeout: 200, requestTimeout: 400 })
  const slow = [
    open('GET /api/health/live HTTP/1.1\r\nHost: 127.0.0.1:3999\r\nX-Slow'),
    open(
      'POST /api/auth/login/fallback HTTP/1.1\r\nHost: 127.0.0.1:3999\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"em',
    ),
  ]
  expect((await slow[0]?.over)?.slice(0, 12)).toBe('HTTP/1.1 408')
  expect((await slow[1]?.over)?.slice(0, 12)).toMatch(/^(HTTP\/1.1 408)?$/)
  Object.assign(server, { headersTimeout: 20_000, requestTimeout: 60_000 })
}, 30_000)

it('F-07 takes no more connections than configured', async () => {
  const callers = Array.from({ length: 14 }, () => open(''))
  const refused = callers.map(({ socket }) => new Promise((done) => socket.on('close', done)))
  await Promise.race(refused)
  await new Promise((done) => setTimeout(done, 500))
  expect(callers.filter(({ socket }) => socket.destroyed || socket.readableEnded).length).toBe(4)
  for (const { socket } of callers) socket.destroy()
}, 30_000)

it('F-07 the API document is written once and fetched once', async () => {
  const first = await product.anonymous('GET', '/api/openapi.json')
  const { etag } = first.headers
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
  expect(first.body.openapi).toBe('3.1.0')
  const second = await product.anonymous('GET', '/api/openapi.json', undefined, { 'if-none-match': String(etag) })
  expect([second.status, second.bytes.length]).toEqual([304, 0])
})

it('F-07 readiness says how long the event loop waits', async () => {
  await new Promise((done) => setTimeout(done, 100))
  const { body } = await product.anonymous('GET', '/api/health/ready')
  expect(body).toEqual({ status: 'ok', eventLoopDelay: { p99: expect.any(Number), max: expect.any(Number) } })
  expect(body.eventLoopDelay.max).toBeGreaterThan(0)
})
