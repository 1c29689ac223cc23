import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { test as plain } from '@playwright/test'
import { expect, startPortal, test } from './portal.ts'

plain('NAV-07 with a key, uncaught errors and unhandled rejections reach the collector', async ({ page }) => {
  plain.setTimeout(120_000)
  let received = ''
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (c) => chunks.push(c))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      received += request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      response.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'content-type': 'application/json',
      })
      response.end('{"itemsReceived":1,"itemsAccepted":1,"errors":[]}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const portal = await startPortal({
    INSTRUMENTATION_KEY: '00000000-0000-0000-0000-000000000001',
    INSTRUMENTATION_URL: url,
  })
  try {
    const loaded = page.waitForResponse(/applicationinsights/)
    await page.goto(portal.url)
    await loaded
    // What happens before the script has started is not reported.
    await expect(async () => {
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error('an uncaught mishap')
        })
        Promise.reject(new Error('an unhandled mishap'))
      })
      await expect.poll(() => received, { timeout: 4000 }).toContain('an uncaught mishap')
    }).toPass({ timeout: 45_000 })
    await expect.poll(() => received, { timeout: 45_000 }).toContain('an unhandled mishap')
  } finally {
    await portal.stop()
    collector.close()
  }
})

test('NAV-07 without a key nothing of the error reporting is downloaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (r) => loaded.push(r.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((u) => /insights/i.test(u))).toEqual([])
})
