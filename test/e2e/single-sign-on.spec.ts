import type { Page } from '@playwright/test'
import { addPerson, CLIENT_ID, CLIENT_SECRET, type OpenIdProvider, startOpenIdProvider } from '../openid-provider.ts'
import { changeDatabase } from './account-database.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freePort,
  lee,
  maria,
  type RunningPortal,
  setLook,
  startPortal,
  test,
} from './portal.ts'

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

/** The provider's own form. */
async function signInThere(page: Page, subject: string) {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button').click()
}

/** The link that was mailed to an address. */
async function mailedLink(page: Page, url: string, to: string) {
  let link = ''
  await expect(async () => {
    const mails = (await (await page.request.get(`${url}/api/dev/outbox?to=${to}`)).json()) as { text: string }[]
    link = /http\S+\/auth\/signOn\/confirm\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

test.describe('single sign-on', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  let portal: RunningPortal
  let peer: OpenIdProvider
  let url: string
  test.beforeAll(async () => {
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    peer = await startOpenIdProvider(url)
    portal = await startPortal({
      PORT: port,
      PUBLIC_URL: url,
      AUTH_TYPE: 'oidc',
      OIDC_ISSUER: peer.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'County Login',
    })
  })
  test.afterAll(async () => {
    await portal.stop()
    await peer.stop()
  })

  test('D-AUTH-1 LAND-02 a first single sign-on is linked to the account by mail and its password', async ({
    page,
    browser,
  }) => {
    addPerson('maria-at-county', maria)
    await page.goto(`${url}/`)
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Login' }).click()
    await signInThere(page, 'maria-at-county')

    // The same address proves nothing: the portal asks which account is theirs.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which account is yours?')
    await expect(page.getByText(`County Login says that you are ${maria}`)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await shot(page, 'sign-on-new-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await shot(page, 'sign-on-new')
    await page.getByLabel('Email').fill(maria)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText(`If an account has the address ${maria}`)).toBeVisible()
    const link = await mailedLink(page, url, maria)
    const stranger = await browser.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link does not work here')
    await stranger.close()

    await page.goto(link)
    await expect(page.getByText(`opens the account ${maria}`)).toBeVisible()
    await expectAccessible(page)
    await shot(page, 'sign-on-confirm')
    // The mail alone does not sign in: the account's password is required.
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await expect(page.getByText('This is needed.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await page.waitForURL('**/home')
  })

  test('D-AUTH-1 OUT-01 the provider alone signs in to a linked account, and signing out ends both sessions', async ({
    page,
  }) => {
    addPerson('lee-at-county', lee)
    await changeDatabase(
      portal,
      'insert into sign_on_identity (account_id, issuer, subject, label) select id, $2, $3, $1 from account where email = $1',
      [lee, peer.issuer, 'lee-at-county'],
    )
    await setLook(page, { scheme: 'dark', contrast: 'more', language: 'es' })
    const enter = async () => {
      await page.goto(`${url}/auth/login`)
      await signInThere(page, 'lee-at-county')
      await page.waitForURL('**/home')
    }
    const leave = async () => {
      await page.goto(`${url}/auth/logout`)
      await expect(page).toHaveURL(new RegExp(`^${peer.issuer}/session/end`))
      await page.getByRole('button', { name: /Yes, sign me out/ }).click()
      await expect(page).toHaveURL(new RegExp(`^${url}/auth/logout`))
    }
    await enter()
    await page.goto(`${url}/myAccount/security`)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    const section = page.getByRole('region', { name: 'Inicio de sesión único' })
    await expect(section.getByText(lee, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await shot(page, 'sign-on-security-es')
    await leave()
    await enter()
    await leave()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ha cerrado la sesión correctamente')
  })

  test('D-AUTH-1 a provider that does not answer is told clearly, with another way to sign in', async ({ page }) => {
    await setLook(page, { scheme: 'dark', contrast: 'more', language: 'es' })
    await page.goto(`${url}/auth/login?problem=unreachable`)
    await expect(page.getByText('County Login no responde')).toBeVisible()
    await expectAccessible(page)
    await shot(page, 'sign-on-problem-es')
    await page.getByRole('link', { name: 'Usar una contraseña' }).click()
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Entrar con County Login' })).toBeVisible()
    await shot(page, 'sign-on-password-es')
  })
})
