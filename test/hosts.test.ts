import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'

const product = await startTestApp({ PUBLIC_URL: 'http://portal.lan:3999' })
const production = await startTestApp({ DEMO: 'false', PUBLIC_URL: 'https://portal.test' })

const ask = (url: string, host: string, remoteAddress = '127.0.0.1') =>
  product.app.inject({ method: 'GET', url, headers: { host }, remoteAddress }).then((r) => r.statusCode)

it('F-14 an evaluation portal answers to addresses and its own names, not to a name that was pointed at it', async () => {
  for (const host of ['localhost:3999', '127.0.0.1', '[::1]:3999', '192.168.1.7:3999', 'portal.lan:3999'])
    expect(await ask('/api/configuration', host), host).toBe(200)
  for (const host of ['evil.example', 'evil.example:3999', 'localhost.evil.example', '127.0.0.1.nip.io', ' ', 'a@b'])
    for (const url of ['/api/configuration', '/', '/api/dev/outbox'])
      expect(await ask(url, host), `${host} ${url}`).toBe(421)
})

it('F-14 the outbox is read on this machine alone', async () => {
  for (const url of ['/api/dev/outbox', '/api/dev/outbox/00000000-0000-4000-8000-000000000000/html']) {
    const here = url.endsWith('html') ? 404 : 200
    expect(await ask(url, 'localhost')).toBe(here)
    expect(await ask(url, 'portal.lan', '::1')).toBe(here)
    expect(await ask(url, 'portal.lan', '::ffff:127.0.0.1')).toBe(here)
    for (const [host, from] of [
      ['192.168.1.7', '127.0.0.1'],
      ['localhost', '192.168.1.9'],
      ['portal.lan', '2001:db8::5'],
    ] as const)
      expect(await ask(url, host, from), `${host} from ${from}`).toBe(404)
  }
  expect((await production.anonymous('GET', '/api/dev/outbox')).status).toBe(404)
})

it('F-24 refuses a request with two Host headers', async () => {
  const address = new URL(await product.app.listen({ port: 0, host: '127.0.0.1' }))
  const answerTo = async (lines: string[]) => {
    const socket = connect(Number(address.port), '127.0.0.1')
    socket.end(`GET /api/configuration HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n')[0]
  }
  expect(await answerTo(['Host: localhost'])).toContain('200')
  expect(await answerTo(['Host: localhost', 'Host: localhost'])).toContain('400')
  expect(await answerTo(['Host: localhost', 'host: evil.example'])).toContain('400')
})

it('F-24 sends the headers that hold a browser to https and to what the pages need', async () => {
  const { headers } = await production.anonymous('GET', '/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)')
  expect(headers['permissions-policy']).toContain('geolocation=(self)')
  const alone = await startTestApp({ PUBLIC_URL: 'https://portal.test', HSTS_INCLUDE_SUBDOMAINS: 'false' })
  expect((await alone.anonymous('GET', '/')).headers['strict-transport-security']).toBe('max-age=31536000')
})

it('F-24 sign-out empties the cache of the browser, and leaves what others stored in it', async () => {
  const { headers } = await product.anonymous('POST', '/api/authentication/logout')
  expect(headers['clear-site-data']).toBe('"cache"')
})

it('F-24 names the letters of every text that it sends', async () => {
  for (const url of ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css', '/robots.txt', '/'])
    expect((await product.anonymous('GET', url)).headers['content-type'], url).toMatch(/charset=utf-8/i)
})
