import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { hashPassword } from '../../src/identity/accounts/server/secret-hash.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'
import { createLog } from '../../src/platform/server/log.ts'
import { migrate } from '../../src/platform/server/migrate.ts'
import { buildClient } from '../build-client.ts'
import { startProduct } from './bench-portal.ts'
import { quantile } from './compare-timings.ts'
import { describeMachine } from './report.ts'
import { seed } from './seed-tickets.ts'
import { PASSWORD } from './ticket-calls.ts'

// Opens and scrolls the help desk in a real browser: see docs/benchmarks-screens.md.

const TICKETS = 10_000
const DELAY = 150
const looks = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, slower: 1, tickets: TICKETS },
  { name: 'desktop, processor four times slower', viewport: { width: 1280, height: 800 }, slower: 4, tickets: 1000 },
  { name: 'phone, processor four times slower', viewport: { width: 360, height: 740 }, slower: 4, tickets: 1000 },
]

/** A page of a support agent, who sees all tickets. */
async function signedIn(browser: Browser, url: string, email: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport, locale: 'en-US', timezoneId: 'America/New_York' })
  const answer = await context.request.post(`${url}/api/auth/login/fallback`, { data: { email, password: PASSWORD } })
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}`)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page), close: () => context.close() }
}
const firstTicket = (page: Page) => page.locator('[data-view]').first()

interface Fetched {
  path: string
  begun: number
  ended: number
}

/**
 * Opens the help desk on a connection with latency. @returns when the first ticket was shown, and what was fetched by
 * then
 */
async function open(page: Page, devtools: CDPSession, url: string) {
  await devtools.send('Network.enable')
  const delayed = { offline: false, latency: DELAY, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', delayed)
  const fetched: Fetched[] = []
  const begun = performance.now()
  page.on('request', (request) => {
    const one = { path: new URL(request.url()).pathname, begun: performance.now() - begun, ended: Number.NaN }
    fetched.push(one)
    void request.response().then(() => {
      one.ended = performance.now() - begun
    }, String)
  })
  await page.goto(`${url}/support/helpDesk`)
  await firstTicket(page).waitFor()
  const drawn = performance.now() - begun
  page.removeAllListeners('request')
  await devtools.send('Network.emulateNetworkConditions', { ...delayed, latency: 0 })
  const waited = fetched.filter(({ ended }) => ended <= drawn)
  const scripts = waited.filter(({ path }) => path.endsWith('.js'))
  const lastScript = Math.max(...scripts.map(({ begun: at }) => at))
  const data = waited.filter(({ path, begun: at }) => path.startsWith('/api/') && at > lastScript)
  // Requests that start after the list has loaded do not count.
  const listed = data.find(({ path }) => path.endsWith('/supportRequest/'))?.ended ?? Number.POSITIVE_INFINITY
  const dataAfter = data.filter(({ begun: at }) => at < listed)
  return { drawn, files: waited.length, dataAfter: dataAfter.map(({ path }) => path) }
}

/** Scrolls until this many tickets have been visible, and counts frames meanwhile. */
async function scroll(page: Page, tickets: number) {
  await page.evaluate(() => {
    const seen = { frames: [] as number[], rows: 0, last: 0 }
    Object.assign(globalThis, { seen })
    const tick = (at: number) => {
      if (seen.last) seen.frames.push(at - seen.last)
      seen.last = at
      seen.rows = Math.max(seen.rows, document.querySelectorAll('[data-view]').length)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  const begun = performance.now()
  await page.mouse.move(180, 400)
  const reached = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-ticket-rows] [data-index]')]
      return Math.max(...rows.map((row) => Number(row.getAttribute('data-index')))) + 1
    })
  let last = 0
  for (let turns = 0; turns < 20_000 && last < tickets; turns++) {
    await page.mouse.wheel(0, 800)
    if (turns % 10 === 9) last = await reached()
  }
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: { frames: number[]; rows: number } }).seen)
  return { ...seen, took: performance.now() - begun, tickets: last }
}

const folder = mkdtempSync(join(tmpdir(), 'hearthline-bench-'))
buildClient()
const load = [loadavg()]
const server = await startEmbeddedPostgres({ folder })
const database = server.url.replace(/[^/]+$/, 'hearthline')
await migrate(database, createLog('silent'))
const community = await seed(database, TICKETS, await hashPassword(PASSWORD))
const product = await startProduct(database, folder)
const browser = await chromium.launch(playwright.use?.launchOptions)
try {
  load.push(loadavg())
  const lines: string[] = []
  for (const [at, { name, viewport, slower, tickets }] of looks.entries()) {
    const email = community.agents[at]?.email ?? ''
    const { page, devtools, close } = await signedIn(browser, product.url, email, viewport)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const first = await open(page, devtools, product.url)
    const again = await open(page, devtools, product.url)
    const scrolled = await scroll(page, tickets)
    await close()
    const ms = (value: number) => value.toFixed(0)
    const late = scrolled.frames.filter((frame) => frame > 50).length / scrolled.frames.length
    lines.push(
      `| ${name} | ${ms(first.drawn)} (${first.files}) | ${ms(again.drawn)} | ${first.dataAfter.length}: ${first.dataAfter.join(', ')} | ${scrolled.tickets.toLocaleString('en')} in ${(scrolled.took / 1000).toFixed(0)} s | ${scrolled.rows} | ${ms(quantile(scrolled.frames, 0.5))} / ${ms(quantile(scrolled.frames, 0.95))} / ${ms(Math.max(...scrolled.frames))} | ${(late * 100).toFixed(1)} % |`,
    )
    process.stderr.write(`${lines.at(-1)}\n`)
  }
  load.push(loadavg())
  const text = `# The help desk on the screen

For the front page on slow connections, signing in, and Lighthouse, see [benchmarks-front-page.md](benchmarks-front-page.md).

Made by \`npm run bench:screens\` on ${new Date().toISOString().slice(0, 10)}: a support agent, ${TICKETS.toLocaleString('en')} tickets, with the product and Chromium on the same machine, and without a graphics card.

${describeMachine('18', load)}

| screen | ms to the first ticket, first visit (files fetched) | ms, second visit | calls after the last script | scrolled through | most rows rendered at once | ms a frame, median / 95th pct. / longest | frames over 50 ms |
|---|---:|---:|---|---:|---:|---:|---:|
${lines.join('\n')}

- The way to the portal and back takes ${DELAY} ms longer while a screen opens (Chromium's own emulation); each visit is a fresh page, the second with the files of the first.
- The mouse wheel scrolls by 800 pixels at a time, as fast as Chromium accepts it, until that many tickets have been visible. Rows are fetched 100 at a time.
`
  console.log(text)
  writeFileSync(fileURLToPath(new URL('../../docs/benchmarks-screens.md', import.meta.url)), text)
} finally {
  await browser.close()
  await product.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
