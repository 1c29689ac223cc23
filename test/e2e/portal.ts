import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { readKept } from '../read-kept.ts'

export interface RunningPortal {
  url: string
  dataDir: string
  process: ChildProcess
  stop: () => Promise<void>
}

/** As of a portal that has started once, with the demo community (portal-template.ts). */
export function newDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-e2e-'))
  // Not with Node, which would lose the owners.
  if (process.env.PORTAL_TEMPLATE) execFileSync('cp', ['-a', `${process.env.PORTAL_TEMPLATE}/.`, folder])
  return folder
}

/** Starts the product as `npm start` does, on a free port and by default with a data folder of its own. */
export async function startPortal(environment: Record<string, string> = {}): Promise<RunningPortal> {
  const dataDir = environment.DATA_DIR ?? newDataFolder()
  const child = spawn(process.execPath, ['src/server.ts'], {
    env: {
      ...process.env,
      ...{
        NODE_ENV: 'development',
        LOG_LEVEL: 'warn',
        PORT: '0',
        DATA_DIR: dataDir,
        SEND_UNDO_SECONDS: '0',
        PERSON_NOTICE_MINUTES: '0',
      },
      ...environment,
    },
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
  // Server errors are shown in the output of the test that caused them.
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

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** One portal per worker, which accepts replies by e-mail; console errors of a page fail the test unless expected. */
export const test = base.extend<
  { expectedErrors: RegExp[]; watched: undefined },
  { portal: RunningPortal; mailPort: number; portalOf: string }
>({
  /** A file that sets this has a separate portal: other files' tickets do not appear in its lists. */
  portalOf: ['everybody', { option: true, scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
  mailPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  portal: [
    async ({ mailPort }, use) => {
      const mail = { INBOUND_SMTP_PORT: String(mailPort), MAIL_REPLY_DOMAIN: 'reply.example.test' }
      const portal = await startPortal({ ...mail, PUBLIC_DIRECTORY: 'true' })
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
 * Signs in and waits for the home screen. Uses the API call of the front page's form, because most tests are about what
 * comes after it; login.spec.ts tests the form itself.
 */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD, url = '') {
  // Signing in ends the session before it: a call of the page that is still open would be refused.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const answer = await page.request.post(`${url}/api/auth/login/fallback`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`sign-in of ${email} answered ${answer.status()}: ${await answer.text()}`)
  const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
  await page.goto(url + redirectUrl)
  await page.waitForURL(/\/(home|admin)(?!\/redirect)/)
}

/** Checks the real captcha and waits until it is solved. */
export async function solveCaptcha(page: Page) {
  await page.locator('altcha-widget').getByRole('checkbox').press('Space')
  await expect(page.locator('altcha-widget').getByRole('checkbox')).toBeChecked({ timeout: 30_000 })
}

interface Theme {
  scheme: 'light' | 'dark'
  contrast: 'standard' | 'more'
}
export type Look = Theme & { language: 'en' | 'es' }
/** Each language in one theme; `expectAccessible` switches to the opposite theme, so that all four are checked. */
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

/** Sets language, colors and contrast for all pages that this one opens from now on. */
export function setLook(page: Page, look: Look) {
  looksOf.set(page, look)
  return page.addInitScript((l) => {
    localStorage.setItem('mantine-color-scheme-value', l.scheme)
    localStorage.setItem('contrast', l.contrast)
    localStorage.setItem('language', l.language)
  }, look)
}

/** Rules that depend on the theme. */
const ofTheColours = ['color-contrast', 'link-in-text-block']
/** Rules that depend on the language: names that come from texts. */
const ofTheTexts = [
  ...['html-has-lang', 'html-lang-valid', 'document-title', 'button-name', 'link-name', 'label', 'image-alt'],
  ...['summary-name', 'frame-title', 'empty-heading', 'aria-command-name', 'aria-dialog-name', 'aria-input-field-name'],
  ...['aria-progressbar-name', 'aria-toggle-field-name'],
]

/** Switches the page to another theme, without reloading it. */
const wear = (page: Page, theme: Theme) =>
  page.evaluate(({ scheme, contrast }) => {
    const { dataset } = document.documentElement
    dataset.mantineColorScheme = scheme
    if (contrast === 'more') dataset.contrast = 'more'
    else delete dataset.contrast
  }, theme)

/** Colors are checked after all animations have ended; those that follow scrolling or repeat never end. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const moving = document
      .getAnimations()
      .filter((a) => a.timeline === document.timeline && a.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.race([
      Promise.allSettled(moving.map((a) => a.finished)),
      new Promise((done) => setTimeout(done, 1000)),
    ])
  })

/** A third of the size of what AxeBuilder loads. */
const minifiedAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function expectNoViolation(page: Page, rules?: string[]) {
  await settle(page)
  // Without a list, axe applies all rules that are enabled by default: WCAG 2.2 A and AA, and best practices.
  // Into a page without frames, AxeBuilder would load axe twice, and again for each check.
  const isAlone = page.frames().length === 1
  if (isAlone && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(minifiedAxe)
  const axe = new AxeBuilder({ page, ...(isAlone ? { axeSource: ';' } : {}) })
  // Otherwise axe describes every element that passed, which takes as long as checking it.
  const brief = axe.options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? brief.withRules(rules) : brief)
    // All frames are our own, so axe needs no second page to merge its results, which halves the time.
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
 * Expects no violations of WCAG 2.2 A or AA that axe can detect. English in light mode is checked against all rules;
 * Spanish, which has the same elements, against those that depend on texts and colors; the other themes against those
 * for colors.
 * @param others the themes to switch to; the default is the opposite of the initial look
 */
export async function expectAccessible(page: Page, others?: Theme[]) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // What was just opened may start to move a moment later.
  await page.waitForTimeout(100)
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

/** Nothing overflows horizontally, once the page has adapted to its width. */
export const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

/** Waits until the browser has stored a draft with this text, shortly after the last change. */
export const expectSaved = (page: Page, text: string) =>
  expect.poll(async () => (await page.evaluate(readKept)).some(({ json }) => json.includes(text))).toBe(true)

/** Only the Tab key is used to focus the target. */
export async function reach(target: Locator) {
  await target.waitFor()
  const page = target.page()
  for (let tabs = 0; tabs < 120; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}
