import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export interface RunningPortal {
  url: string
  dataDir: string
  process: ChildProcess
  stop: () => Promise<void>
}

/** Starts the product as `npm start` does, on a free port and (unless given) a data folder of its own. */
export async function startPortal(environment: Record<string, string> = {}): Promise<RunningPortal> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'hearthline-e2e-'))
  const child = spawn(process.execPath, ['src/server.ts'], {
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      const ready = /is ready at (http:\S+)/.exec(said)
      if (ready?.[1]) done(ready[1])
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => fail(new Error(`The portal ended with ${code}:\n${said}`)))
  })
  // What goes wrong in the server is shown beside the test that met it.
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of String(chunk).split('\n'))
      if (/"level":[56]0/.test(line)) process.stderr.write(`portal: ${line}\n`)
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, dataDir, process: child, stop }
}

/** One portal for each worker; a page whose console errors fail the test unless it expects them. */
export const test = base.extend<
  { expectedErrors: RegExp[]; watched: undefined },
  { portal: RunningPortal; portalOf: string }
>({
  /** A file that names itself here has a portal to itself: nobody else's tickets stand in its lists. */
  portalOf: ['everybody', { option: true, scope: 'worker' }],
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
    async ({}, use) => {
      const portal = await startPortal()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      page.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
      page.on('pageerror', (e) => errors.push(String(e)))
      await use(undefined)
      expect(errors.filter((e) => !expectedErrors.some((x) => x.test(e)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

export const DEMO_PASSWORD = 'Hearthline-demo-2026'
export const maria = 'maria@foodbank.demo.hearthline.test'
export const lee = 'lee@housing.demo.hearthline.test'
export const admin = 'admin@demo.hearthline.test'
export const developer = 'developer@demo.hearthline.test'
export const support = 'support@demo.hearthline.test'

/**
 * Signs in and waits for the home screen. By the call that the front page's form makes, because most tests are about what
 * comes after it; the form itself is login.spec.ts's.
 */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD, url = '') {
  const answer = await page.request.post(`${url}/api/auth/login/fallback`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`sign-in of ${email} answered ${answer.status()}: ${await answer.text()}`)
  const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
  await page.goto(url + redirectUrl)
  await page.waitForURL(/\/(home|admin)(?!\/redirect)/)
}

/** Ticks the real captcha and waits until its work is done. */
export async function solveCaptcha(page: Page) {
  await page.locator('altcha-widget').getByRole('checkbox').press('Space')
  await expect(page.locator('altcha-widget').getByRole('checkbox')).toBeChecked({ timeout: 30_000 })
}

interface Theme {
  scheme: 'light' | 'dark'
  contrast: 'standard' | 'more'
}
export type Look = Theme & { language: 'en' | 'es' }
/** Each language in one theme as it opens; `expectAccessible` turns to the opposite theme in place, so that all four are seen. */
export const looks: Look[] = [
  { scheme: 'light', contrast: 'standard', language: 'en' },
  { scheme: 'dark', contrast: 'standard', language: 'es' },
]
const oppositeOf = ({ scheme, contrast }: Theme): Theme => ({
  scheme: scheme === 'light' ? 'dark' : 'light',
  contrast: contrast === 'more' ? 'standard' : 'more',
})
const told = ({ scheme, contrast }: Theme) => (contrast === 'more' ? `${scheme} in high contrast` : scheme)
export const inWords = (look: Look) => `${look.language}, ${told(look)} and ${told(oppositeOf(look))}`

const looksOf = new WeakMap<Page, Look>()

/** Chooses language, colours and contrast for every page that this one opens from now on. */
export function setLook(page: Page, look: Look) {
  looksOf.set(page, look)
  return page.addInitScript((l) => {
    localStorage.setItem('mantine-color-scheme-value', l.scheme)
    localStorage.setItem('contrast', l.contrast)
    localStorage.setItem('language', l.language)
  }, look)
}

/** What another theme can change. */
const ofTheColours = ['color-contrast', 'link-in-text-block']
/** What another language can change: names that come from texts. */
const ofTheTexts = [
  ...['html-has-lang', 'html-lang-valid', 'document-title', 'button-name', 'link-name', 'label', 'image-alt'],
  ...['summary-name', 'frame-title', 'empty-heading', 'aria-command-name', 'aria-dialog-name', 'aria-input-field-name'],
  ...['aria-progressbar-name', 'aria-toggle-field-name'],
]

/** Shows the page as it stands in another theme, without opening it again. */
const wear = (page: Page, theme: Theme) =>
  page.evaluate(({ scheme, contrast }) => {
    const { dataset } = document.documentElement
    dataset.mantineColorScheme = scheme
    if (contrast === 'more') dataset.contrast = 'more'
    else delete dataset.contrast
  }, theme)

/** Colours are judged when nothing moves any more. */
async function settle(page: Page) {
  await page.waitForTimeout(100)
  await page.evaluate(() => {
    const moving = document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.race([
      Promise.allSettled(moving.map((a) => a.finished)),
      new Promise((done) => setTimeout(done, 1000)),
    ]).then(() => null)
  })
}

async function expectNoViolation(page: Page, rules?: string[]) {
  await settle(page)
  // Without a list axe applies every rule that it has switched on: WCAG 2.2 A and AA, and best practice.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
  const { violations } = await (rules ? axe.withRules(rules) : axe)
    // All frames are our own, so that axe needs no second page to join its results: half the time.
    .setLegacyMode(true)
    .analyze()
  expect(
    violations.map((v) => ({
      rule: v.id,
      where: v.nodes.map((n) => `${n.html.slice(0, 160)} | ${n.any[0]?.message ?? ''}`),
    })),
  ).toEqual([])
}

/**
 * No violation of WCAG 2.2 A or AA that axe can see. English in light is held to every rule, Spanish, which shows the same
 * elements, to the rules that texts and colours decide, and the other themes to those of colours.
 * @param others the themes to turn to in place; unless given, the opposite of the look that the page was opened with
 */
export async function expectAccessible(page: Page, others?: Theme[]) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const look = looksOf.get(page)
  await expectNoViolation(page, look?.language === 'es' ? [...ofTheColours, ...ofTheTexts] : undefined)
  const plain = look ?? ({ scheme: 'light', contrast: 'standard' } as const)
  const turns = others ?? (look ? [oppositeOf(look)] : [])
  for (const theme of turns) {
    await wear(page, theme)
    await expectNoViolation(page, ofTheColours)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${++turned}-${told(theme)}.png` })
  }
  if (turns.length) await wear(page, plain)
}
let turned = 0
export const otherThemes: Theme[] = [
  { scheme: 'dark', contrast: 'standard' },
  { scheme: 'light', contrast: 'more' },
  { scheme: 'dark', contrast: 'more' },
]

/** Nothing sticks out at the side, once the page has taken in how wide it is. */
export const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
