import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'
import {
  approve,
  claimRecipient,
  closeTheLoop,
  confirmAddress,
  type Directory,
  findService,
  PASSWORD,
  RECIPIENT_EMAIL,
  referPerson,
  registerOrganization,
} from './journey-steps.ts'
import { newDataFolder, startPortal } from './portal.ts'
import { createRecorder } from './screen-recorder.ts'

const fixtures = process.env.HEARTHLINE_FIXTURES
const invented: Directory = {
  folder: 'test/fixtures/directory/harbor-county',
  recipient: 'Harbor Light Night Shelter',
  service: 'Harbor Light Beds',
  zip: '55802',
}
/** San Mateo County's own directory, if available. */
const real: Directory = {
  folder: `${fixtures}/data/ohana-san-mateo`,
  recipient: 'Salvation Army',
  service: 'Redwood City Corps',
  zip: '94063',
}

/** Imports a directory, as the portal's operator would. */
const importDirectory = ({ folder }: Directory, environment: Record<string, string>) =>
  execFileSync(process.execPath, ['scripts/import.ts', folder], {
    env: { ...process.env, NODE_ENV: 'development', ...environment },
    stdio: 'pipe',
  })

async function walk(browser: Browser, directory: Directory, urls: { sender: string; recipient: string }) {
  const film = createRecorder()
  const errors: string[] = []
  const open = async (): Promise<Page> => {
    const page = await (
      await browser.newContext({
        viewport: { width: 1280, height: 720 },
        locale: 'en-US',
        timezoneId: 'America/Los_Angeles',
        colorScheme: 'light',
      })
    ).newPage()
    page.on('console', (m) => m.type() === 'error' && errors.push(`${page.url()}: ${m.text()} ${m.location().url}`))
    page.on('pageerror', (e) => errors.push(String(e)))
    return page
  }
  const [sender, recipient, admin] = [await open(), await open(), await open()]
  await claimRecipient(urls.sender, admin, directory)
  await registerOrganization(sender, urls.sender, film)
  await confirmAddress(sender, urls.sender)
  await approve(admin, urls.recipient, film)
  await recipient.goto(urls.recipient)
  await recipient.getByLabel('Email').fill(RECIPIENT_EMAIL)
  await recipient.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await recipient.getByRole('button', { name: 'Login' }).click()
  await recipient.waitForURL('**/home')
  await findService(sender, urls.sender, directory, film)
  await referPerson(sender, film)
  await closeTheLoop(sender, recipient, film)
  film.finish()
  expect(errors).toEqual([])
}

/** An import, the start of a portal and some sixty steps, on a computer that does other things too. */
const WHOLE_MS = 240_000

async function walkOnOne(browser: Browser, directory: Directory) {
  test.setTimeout(WHOLE_MS)
  const DATA_DIR = newDataFolder()
  importDirectory(directory, { DATA_DIR })
  const portal = await startPortal({ DATA_DIR })
  try {
    await walk(browser, directory, { sender: portal.url, recipient: portal.url })
  } finally {
    await portal.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

test('REG-14 ORG-04 DIR-01 INT-01 REF-01 REF-02 REF-04 REF-07 two organizations close a referral on an imported directory', ({
  browser,
}) => walkOnOne(browser, invented))

test('DIR-03 the same journey on the real directory of a county', ({ browser }) => {
  test.skip(!fixtures, 'HEARTHLINE_FIXTURES names no folder with the real directory')
  return walkOnOne(browser, real)
})

test('REF-02 the same journey with two server processes on one PostgreSQL, the two browsers on different ones', async ({
  browser,
}) => {
  test.setTimeout(WHOLE_MS)
  const folder = newDataFolder()
  const postgres = await startEmbeddedPostgres({ folder })
  const shared = {
    DATABASE_URL: postgres.url,
    DEMO: 'true',
    SECRET_KEYS: 'a secret that both of the processes share',
    DATA_DIR: folder,
  }
  importDirectory(invented, shared)
  const portals = [await startPortal(shared), await startPortal(shared)] as const
  try {
    await walk(browser, invented, { sender: portals[0].url, recipient: portals[1].url })
  } finally {
    for (const portal of portals) await portal.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
