import type { BrowserContext, Page } from '@playwright/test'
import { changeDatabase, restoreDemoPeople } from './account-database.ts'
import {
  DEMO_PASSWORD,
  developer,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Look,
  lee,
  maria,
  otherThemes,
  type RunningPortal,
  setLook,
  signIn,
  test,
} from './portal.ts'

const sam = 'sam@foodbank.demo.hearthline.test'
const failing = { expectedErrors: [/Failed to load resource/] }

/** Runs axe in every theme on the current page. */
async function whole(page: Page, name: string) {
  await expectAccessible(page, otherThemes)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

/** The path in the newest mail of this kind to an address. */
async function mailedPath(page: Page, email: string, kind: string) {
  let path = ''
  await expect
    .poll(async () => {
      const messages = (await (await page.request.get('/api/dev/outbox')).json()) as { to: string; text: string }[]
      const link = new RegExp(`https?://[^/]+(/auth/${kind}/\\S+)`)
      path = messages.filter((m) => m.to === email).map((m) => link.exec(m.text)?.[1])[0] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

/** The six-digit code that was mailed to an address. */
async function mailedCode(page: Page, email: string) {
  let code = ''
  await expect
    .poll(async () => {
      const messages = (await (await page.request.get('/api/dev/outbox')).json()) as { to: string; text: string }[]
      code = messages.filter((m) => m.to === email).map((m) => /\b\d{6}\b/.exec(m.text)?.[0])[0] ?? ''
      return code
    })
    .not.toBe('')
  return code
}

const openSecurity = async (page: Page) => {
  await page.goto('/myAccount/security')
  const dialog = page.getByRole('dialog', { name: /Change Password|Cambiar la contraseña/ })
  await dialog.getByRole('button', { name: /Cancel/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

test.afterAll(({ portal }) => restoreDemoPeople(portal))

test.describe(() => {
  test.use(failing)
  test('D-AUTH-2 a person sees their sessions, ends one whose tab leaves at once, and reads what happened', async ({
    page,
    browser,
    portal,
  }) => {
    const elsewhere: BrowserContext = await browser.newContext({
      baseURL: portal.url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    })
    const phone = await elsewhere.newPage()
    await signIn(phone, maria)
    await signIn(page, maria)
    await openSecurity(page)
    const sessions = page.getByRole('region', { name: 'Where I am signed in' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByRole('listitem').first()).toContainText('This one')
    await expect(sessions.getByRole('listitem').first()).toContainText("This portal's own computer")
    const activity = page.getByRole('region', { name: 'What happened to my account' })
    await expect(activity.getByRole('listitem').first()).toContainText('With the password')
    await whole(page, 'security')
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoSidewaysScroll(page)
    await whole(page, 'security-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await sessions.getByRole('button', { name: 'End the session Safari on iOS' }).click()
    await expect(page.getByText('The session was ended')).toBeVisible()
    await phone.waitForURL((url) => url.pathname === '/')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(sessions.getByText('You are signed in nowhere else.')).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      activity.getByRole('link', { name: 'Download for a spreadsheet' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('account-activity.csv')
    await elsewhere.close()
  })

  test('SUP-04 a developer impersonates a person in plain sight, and comes back', async ({ page, context }) => {
    await signIn(page, developer)
    await page.goto('/myAccount/superAdmin')
    const card = page.getByRole('region', { name: 'Impersonate an account' })
    await card.getByLabel('Name or e-mail').fill('quill')
    await expect(card.getByText('This account cannot be impersonated')).toBeVisible()
    await card.getByLabel('Name or e-mail').fill('whitfield')
    await card.getByRole('button', { name: 'Impersonate Sam Whitfield' }).click()
    const dialog = page.getByRole('dialog', { name: 'Impersonate Sam Whitfield?' })
    await dialog.getByRole('button', { name: 'Impersonate Sam Whitfield' }).click()
    await expect(dialog.getByText('This is needed.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Sam asked why a referral is missing')
    await whole(page, 'impersonate')
    const second = await context.newPage()
    await second.goto('/myAccount/preferences')
    await dialog.getByRole('button', { name: 'Impersonate Sam Whitfield' }).click()
    await page.waitForURL(/\/home$/)
    const banner = page.getByRole('complementary', { name: 'Impersonation' })
    await expect(banner).toContainText('Dev Okafor, you are impersonating Sam Whitfield.')
    await expect(banner.getByRole('timer')).toHaveText(/30 minutes left/)
    // The other tab shares the session, and so also shows the banner.
    await expect(second.getByRole('complementary', { name: 'Impersonation' })).toBeVisible()
    await second.close()
    await page.goto('/myAccount/security')
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'Where I am signed in' })).toContainText(
      'Dev Okafor is impersonating you',
    )
    await expect(banner).toBeVisible()
    await whole(page, 'banner')
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoSidewaysScroll(page)
    await whole(page, 'banner-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await banner.getByRole('button', { name: 'Back to my own account' }).click()
    await page.waitForURL(/\/home$/)
    await expect(page.getByText('Dev Okafor', { exact: true })).toBeVisible()
    await expect(banner).toBeHidden()
  })

  test("'this was not me' asks first, then secures the account until its password is new", async ({ page }) => {
    await setLook(page, { scheme: 'light', contrast: 'standard', language: 'es' } satisfies Look)
    await page.goto('/auth/notMe/made-up')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace no funciona')
    const path = await mailedPath(page, sam, 'notMe')
    await page.goto(path)
    await expect(page.getByText('Alguien actuó en su nombre.')).toBeVisible()
    await whole(page, 'not-me')
    await page.getByRole('button', { name: 'No fui yo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su cuenta está a salvo')
    await expect(page.getByText('s•••••@foodbank.demo.hearthline.test')).toBeVisible()
    await whole(page, 'not-me-done')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya se usó')
    const refused = await page.request.post('/api/authentication/login', {
      data: { email: sam, password: DEMO_PASSWORD },
    })
    expect(refused.status()).toBe(403)
    expect(await mailedPath(page, sam, 'reset|adminReset')).toMatch(/^\/auth\//)
  })

  /** Lee, with something typed on a screen. @returns the fields, and how to let time pass on the server's clock */
  async function type(page: Page, portal: RunningPortal) {
    await signIn(page, lee)
    await page.clock.install()
    await page.goto('/people/new')
    const name = page.getByLabel('First Name').first()
    await name.fill('Noor')
    const age = (minutes: number) =>
      changeDatabase(
        portal,
        `update session set last_seen_on = now() - make_interval(mins => $2), created_on = now() - make_interval(mins => $2)
         where account_id = (select id from account where email = $1)`,
        [lee, minutes],
      )
    return { name, age }
  }

  test('D-AUTH-2 two minutes before a session ends the person is warned, and stays with one key', async ({
    page,
    portal,
  }) => {
    const { name, age } = await type(page, portal)
    // Twenty-eight minutes later, by the server's clock and by this page's. A call that was still in progress correctly
    // counts as activity: then it is another twenty-eight minutes.
    const warning = page.getByRole('dialog', { name: 'Are you still there?' })
    await expect(async () => {
      await age(28)
      await page.clock.fastForward('28:05')
      await expect(warning).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(warning).toContainText(/You will be signed out in 2 minutes/)
    await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await whole(page, 'warning')
    await page.keyboard.press('Enter')
    await expect(warning).toBeHidden()
    await expect(name).toHaveValue('Noor')
  })

  test('D-AUTH-2 after the end the person signs in again in place with a mailed code, loses nothing, and so does another tab', async ({
    page,
    context,
    portal,
  }) => {
    const ask = (isRequired: boolean) =>
      changeDatabase(portal, 'update organization set require_mfa = $1 where name = $2', [isRequired, 'Harbor Housing'])
    const { name, age } = await type(page, portal)
    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await expect(async () => {
      await age(31)
      await page.clock.fastForward('28:05')
      await expect(again).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(again.getByLabel('E-mail')).toHaveValue(lee)
    await whole(page, 'sign-in-again')
    // A second factor that is required meanwhile is requested in the same place.
    await ask(true)
    await again.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await again.getByRole('button', { name: 'Send code' }).click()
    await again.getByLabel('Code').fill(await mailedCode(page, lee))
    await whole(page, 'sign-in-again-code')
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(again).toBeHidden()
    await ask(false)
    await expect(name).toHaveValue('Noor')
    const other = await context.newPage()
    await other.goto('/myAccount/preferences')
    await expect(other.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible()
  })

  test('D-AUTH-2 signing out in one tab signs out in all, and unsaved input stays behind the dialog', async ({
    page,
    context,
    portal,
  }) => {
    const { name } = await type(page, portal)
    const other = await context.newPage()
    await other.goto('/auth/logout')
    await expect(page.getByRole('dialog', { name: 'You were signed out' })).toBeVisible()
    await expect(name).toHaveValue('Noor')
  })
})
