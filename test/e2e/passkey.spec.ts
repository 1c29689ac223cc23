import type { CDPSession, Page } from '@playwright/test'
import { changeDatabase } from './account-database.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freePort,
  maria,
  type RunningPortal,
  setLook,
  signIn,
  startPortal,
  test,
} from './portal.ts'

/** A phone's built-in authenticator, emulated by Chromium. */
async function addDevice(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return client
}
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}
const section = (page: Page) => page.getByRole('region', { name: /Passkeys|Claves de acceso/ })

async function openSecurity(page: Page, url: string) {
  await page.goto(`${url}/myAccount/security`)
  // The password dialog opens automatically if no second factor is required.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function leave(page: Page, url: string) {
  await page.goto(`${url}/auth/logout`)
  await expect(page.getByRole('link', { name: /^(Ok|Aceptar)$/ })).toBeVisible()
  await page.goto(`${url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const add = (page: Page) => section(page).getByRole('button', { name: 'Add a passkey' }).click()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a passkey' })
const goOn = (page: Page) => dialog(page).getByRole('button', { name: 'Continue' }).click()

/** Maria's security page, with a passkey of this name from her phone. */
async function openWithPasskey(page: Page, url: string, name: string) {
  await addDevice(page)
  await signIn(page, maria, DEMO_PASSWORD, url)
  await openSecurity(page, url)
  await add(page)
  await dialog(page).getByLabel('Name').fill(name)
  await goOn(page)
  await expect(section(page).getByText(name, { exact: true })).toBeVisible()
}

test.describe('passkeys', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  let portal: RunningPortal
  /** The portal's URL with a name, under which passkeys work. */
  let url: string
  test.beforeAll(async () => {
    const port = String(await freePort())
    portal = await startPortal({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
    url = portal.url.replace('127.0.0.1', 'localhost')
  })
  test.afterEach(() => changeDatabase(portal, 'delete from passkey', []))
  test.afterAll(() => portal.stop())

  test('D-PASSKEY-3 at its IP address the portal offers no passkeys, and names the URL that does', async ({ page }) => {
    await addDevice(page)
    await signIn(page, maria, DEMO_PASSWORD, portal.url)
    await openSecurity(page, portal.url)
    await expect(section(page).getByRole('link')).toHaveAttribute('href', `${url}/myAccount/security`)
    await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await leave(page, portal.url)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  })

  test('D-PASSKEY-1 a passkey is added with a device, once', async ({ page }) => {
    await addDevice(page)
    await signIn(page, maria, DEMO_PASSWORD, url)
    await openSecurity(page, url)
    await expect(section(page)).toContainText('No passkey yet')
    await expectAccessible(page)
    await shot(page, 'passkey-empty')
    await add(page)
    await dialog(page).getByLabel('Name').fill('Maria’s phone')
    await expectAccessible(page)
    await shot(page, 'passkey-add')
    await goOn(page)
    await expect(section(page).getByText('Maria’s phone', { exact: true })).toBeVisible()
    await expect(section(page)).toContainText('Not used yet')

    await add(page)
    await goOn(page)
    await expect(page.getByRole('alert').last()).toContainText('already has a passkey')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await shot(page, 'passkey-phone')
  })

  test('D-PASSKEY-2 a passkey alone signs in from the front page', async ({ page }) => {
    await openWithPasskey(page, url, 'Blue phone')
    await leave(page, url)
    await shot(page, 'passkey-front')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/home')
    await openSecurity(page, url)
    await expect(section(page)).toContainText('Last used')
  })

  test('D-PASSKEY-2 a passkey confirms the identity, over the screen and on a page of its own', async ({ page }) => {
    await openWithPasskey(page, url, 'Blue phone')
    await changeDatabase(portal, "update session set authenticated_on = now() - interval '1 hour'", [])
    await add(page)
    await goOn(page)
    await page
      .getByRole('dialog', { name: 'Confirm that it is you' })
      .getByRole('button', { name: 'Use a passkey' })
      .click()
    await expect(page.getByRole('alert').last()).toContainText('already has a passkey')
    await page.goto(`${url}/auth/reauthenticate?returnUrl=%2FmyAccount%2Fsecurity`)
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await expectAccessible(page)
    await shot(page, 'passkey-confirm')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/myAccount/security')
  })

  test('D-PASSKEY-1 D-PASSKEY-2 in Spanish and dark a passkey is removed, and can no longer sign in', async ({
    page,
  }) => {
    await openWithPasskey(page, url, 'Blue phone')
    await setLook(page, { scheme: 'dark', contrast: 'standard', language: 'es' })
    await openSecurity(page, url)
    await expect(section(page)).toContainText('Solo en este dispositivo')
    await expectAccessible(page)
    await shot(page, 'passkey-es-dark')
    await section(page).getByRole('button', { name: 'Quitar Blue phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
    await expect(section(page)).toContainText('Todavía no hay claves de acceso')
    await leave(page, url)
    await page.getByRole('button', { name: 'Entrar con una clave de acceso' }).click()
    await expect(page.getByRole('alert')).toContainText('No se pudo iniciar sesión')
  })
})
