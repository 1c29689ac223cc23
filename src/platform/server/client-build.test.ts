import { expect, it } from 'vitest'
import { buildClient } from '#root/scripts/build-client.ts'
import { startTestApp } from '#test/app.ts'

buildClient()
const { anonymous, someone } = await startTestApp()
const { anonymous: withoutOffline } = await startTestApp({ OFFLINE: 'false' })

it('INT-08 the worker is never cached, and `OFFLINE=false` replaces it by one that removes everything', async () => {
  const { status, headers, body } = await anonymous('GET', '/sw.js')
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-type']).toMatch(/javascript/)
  expect(headers['content-security-policy']).toMatch(/worker-src 'self'/)
  expect(body).toMatch(/^const BUILD="[0-9a-f]{12}",FILES=\["/)
  expect(body).not.toMatch(/"\/(api|hsds|auth)/)
  const off = await withoutOffline('GET', '/sw.js')
  expect(off.headers['cache-control']).toBe('no-cache')
  expect(off.body).toMatch(/caches\.delete[\s\S]*registration\.unregister/)
  expect((await withoutOffline('GET', '/api/configuration')).body.offline).toBe(false)
})

it('INT-08 each answer and each page name the build, and what is stored to open offline has no session', async () => {
  const { call } = await someone()
  const { headers } = await call('GET', '/api/portalAccount/current')
  expect(headers['x-build']).toMatch(/^[0-9a-f]{12}$/)
  expect(headers['cache-control']).toBe('no-store')
  const { body, status } = await call('GET', '/offlineShell')
  expect(status).toBe(200)
  expect(body).toContain(`<meta name="build" content="${headers['x-build']}"`)
  expect(body).toContain('<meta name="signed-in" content="offline"')
  expect(body).toContain('&quot;productName&quot;:&quot;Hearthline&quot;')
})

it('the portal installs as an app in the language of the browser', async () => {
  const read = async (language: string) =>
    (await anonymous('GET', '/manifest.webmanifest', undefined, { 'accept-language': language })).body
  expect(await read('en-US')).toMatchObject({
    ...{ name: 'Hearthline', lang: 'en', start_url: '/home', display: 'standalone' },
    shortcuts: [
      { name: 'New person', url: '/people/new' },
      { name: 'Referrals', url: '/referrals' },
    ],
  })
  const spanish = await read('es-MX')
  expect(spanish).toMatchObject({ lang: 'es', shortcuts: [{ name: 'Nueva persona' }, { name: 'Remisiones' }] })
  for (const { src } of spanish.icons) expect((await anonymous('GET', src)).status, src).toBe(200)
})
