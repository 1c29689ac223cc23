import { rmSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'
import { startPeers } from '../durability/peers.ts'
import { expectAccessible, expectNoSidewaysScroll, freePort, newDataFolder, startPortal } from './portal.ts'

/** The person of this journey, as staff enter them. */
export const ines = {
  first: 'Inés',
  last: 'Valcárcel',
  born: '1988-02-09',
  typed: '7165550166',
  dialed: '+17165550166',
}

/**
 * A portal as it is deployed, with a database of its own: its messages leave by HTTP and SMTP. A portal for evaluation,
 * as the other tests have it, only shows them in its outbox.
 */
export async function startSendingPortal() {
  const DATA_DIR = newDataFolder()
  const postgres = await startEmbeddedPostgres({ folder: DATA_DIR, forTests: true })
  const peers = await startPeers()
  const PORT = String(await freePort())
  const database = { DATABASE_URL: postgres.servingUrl, DATABASE_MIGRATION_URL: postgres.url }
  // Links in messages name this address.
  const address = { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` }
  const portal = await startPortal({
    DATA_DIR,
    ...database,
    ...address,
    ...peers.environment,
    NOTICE_JOIN_MINUTES: '0',
  })
  const stop = async () => {
    await portal.stop()
    await peers.stop()
    await postgres.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
  /** The texts that the text service accepted for this number, oldest first. */
  const textsTo = (number: string) => peers.texts.flatMap(({ form }) => (form.To === number ? [form.Body ?? ''] : []))
  return { url: portal.url, textsTo, stop }
}

/** A page whose errors on the console are collected. */
export async function openDesk(browser: Browser, baseURL: string, errors: string[]) {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US', timezoneId: 'America/New_York' })).newPage()
  return watched(page, errors)
}

/** The person's telephone, in Spanish. */
export async function openPhone(browser: Browser, errors: string[]) {
  const screen = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
  const settings = { locale: 'es-US', timezoneId: 'America/New_York', serviceWorkers: 'block' as const }
  return watched(await (await browser.newContext({ ...screen, ...settings })).newPage(), errors)
}

function watched(page: Page, errors: string[]) {
  page.on('console', (m) => m.type() === 'error' && errors.push(`${page.url()}: ${m.text()}`))
  page.on('pageerror', (error) => errors.push(String(error)))
  return page
}

let shots = 0
/** What the person sees fits on the phone, is in Spanish, and has no violation that axe can detect. */
export async function expectFit(phone: Page) {
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await expect(phone.locator('html')).toHaveAttribute('lang', 'es')
  if (process.env.SHOTS)
    await phone.screenshot({ path: `${process.env.SHOTS}/person-by-text-${++shots}.png`, fullPage: true })
}

/** Records the person, and that they want to be told by text. */
export async function recordPerson(page: Page) {
  await page.goto('/people/new')
  await page.getByLabel('First Name').fill(ines.first)
  await page.getByLabel('Last Name').fill(ines.last)
  await page.getByLabel('Birth date').fill(ines.born)
  await page.getByLabel('Phone Number').fill(ines.typed)
  await page.getByRole('combobox', { name: /^Language/ }).fill('Span')
  await page.getByRole('option', { name: 'Spanish' }).click()
  await page.getByRole('button', { name: 'Save person' }).click()
  await page.getByRole('button', { name: 'Record safe contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Safe contact' })
  await expect(dialog.getByLabel('Send a text')).toBeChecked()
  await dialog.getByLabel('They want to be told where their referrals stand').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

/** Asks the person for their consent by text. */
export async function askByText(page: Page) {
  await page.getByRole('heading', { name: 'Consent by link' }).click()
  await page.getByRole('button', { name: 'Ask for consent by link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for consent by link' })
  await dialog.getByRole('combobox', { name: /May be shared with/ }).click()
  await page.getByRole('option', { name: 'Every organization in the network' }).click()
  await expect(dialog.getByText('Permiso para compartir mi información')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'How they get it' }).click()
  await page.getByRole('option', { name: 'By text message' }).click()
  await dialog.getByRole('button', { name: 'Ask for consent' }).click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
}

/** From now on, messages must not say who writes. */
export async function recordDiscretion(page: Page) {
  await page.getByRole('button', { name: 'Change safe contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Safe contact' })
  await dialog.getByLabel('Do not say who is calling or writing').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Do not say who is calling or writing.')).toBeVisible()
}

/** Refers the person from their record. */
export async function refer(page: Page) {
  await page.getByRole('link', { name: 'Refer this person' }).click()
  await page.getByRole('combobox', { name: 'Service or organization' }).fill('Emergency Rent')
  await page.getByRole('option', { name: /Emergency Rent Help · Harbor Housing/ }).click()
  await page.getByRole('combobox', { name: 'Need' }).click()
  await page.getByRole('option', { name: 'Rent and staying housed' }).click()
  await page.getByRole('button', { name: 'Send referral' }).click()
  await expect(page).toHaveURL(/\/referrals\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
}

export async function recordAppointment(page: Page) {
  await page.getByRole('button', { name: 'Record an appointment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^When/).fill(`${new Date().getFullYear() + 1}-01-05T10:00`)
  await dialog.getByLabel('Where to go, whom to ask for, what to bring').fill('Pregunte por Lee.')
  await dialog.getByRole('button', { name: 'Save' }).click()
}

/** The recipient works on it, and closes it with help. */
export async function closeWithHelp(page: Page) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Start work' }).click()
  await dialog.getByLabel('Not contacted yet').check()
  await dialog.getByRole('button', { name: 'Start work' }).click()
  await page.getByRole('button', { name: 'Close with outcome' }).click()
  await dialog.getByLabel('Got help').check()
  await dialog.getByRole('button', { name: 'Close with outcome' }).click()
}

/** Signs the consent text by name. */
export async function consent(phone: Page) {
  await phone.getByRole('button', { name: 'Sí, lo permito' }).tap()
  await phone.getByLabel('Su nombre completo').fill(`${ines.first} ${ines.last}`)
  await expectFit(phone)
  await phone.getByRole('button', { name: 'Lo permito', exact: true }).tap()
  await expect(phone.getByText(`Firmado como ${ines.first} ${ines.last}`)).toBeVisible()
}

/** Opens the link of a text with the birth date. */
export async function enter(phone: Page, text: string, submit: 'Leerlo' | 'Abrir') {
  await phone.goto(/http:\S+/.exec(text)?.[0] ?? '')
  await phone.getByLabel('Su fecha de nacimiento').fill(ines.born)
  // Where the text does not say who writes, its page does not say it either.
  await expect(phone.getByText('Eastside Food Bank')).toHaveCount(submit === 'Leerlo' ? 1 : 0)
  await expectFit(phone)
  await phone.getByRole('button', { name: submit }).tap()
}
