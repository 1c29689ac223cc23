import type { Page } from '@playwright/test'
import { changeDatabase, restoreDemoPeople } from './account-database.ts'
import {
  DEMO_PASSWORD,
  developer,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  type Look,
  lee,
  looks,
  maria,
  type RunningPortal,
  setLook,
  signIn,
  solveCaptcha,
  test,
} from './portal.ts'

const sam = 'sam@foodbank.demo.hearthline.test'
const NEW = 'violet kettle morning 47'

const password = (page: Page) => page.locator('input[name=password]')
const widths = [1280, 360]
const nameOf = (look: Look) => `${look.language}-${look.scheme}-${look.contrast}`

async function look(page: Page, name: string, at: Look) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${nameOf(at)}-${width}.png`, fullPage: true })
  }
}

const force = (portal: RunningPortal, email: string, isBare = false) =>
  changeDatabase(
    portal,
    isBare
      ? 'update account set force_password_reset = true, security_question = null, security_answer_hash = null, accepted_terms_and_conditions = false where email = $1'
      : 'update account set force_password_reset = true where email = $1',
    [email],
  )

/** Signs in when the next screen is not the home screen. */
async function enter(page: Page, email: string, secret = DEMO_PASSWORD) {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

test.afterAll(({ portal }) => restoreDemoPeople(portal))

/** The path in the newest mail of this kind to an address. */
async function mailedPath(page: Page, email: string, kind: string) {
  for (let waited = 0; waited < 40; waited++) {
    const messages = (await (await page.request.get('/api/dev/outbox')).json()) as { to: string; text: string }[]
    const link = messages
      .filter((m) => m.to === email)
      .map((m) => new RegExp(`https?://[^/]+(/auth/${kind}/\\S+)`).exec(m.text)?.[1])
      .find(Boolean)
    if (link) return link
    await page.waitForTimeout(250)
  }
  throw new Error(`No link came to ${email}`)
}

test('NAV-02 FRC-01 a forced reset is the only screen until it is done, and asks for what the account lacks', async ({
  page,
  portal,
}) => {
  await force(portal, sam, true)
  await enter(page, sam)
  await page.waitForURL('**/auth/forceReset')
  for (const path of ['/myAccount/preferences', '/directory', '/home/redirect', '/auth/reauthenticate']) {
    await page.goto(path)
    await page.waitForURL('**/auth/forceReset')
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please Reset Your Password To Continue')
  await expect(page.getByLabel('E-mail')).toHaveValue(sam)
  await expect(page.getByLabel('E-mail')).not.toBeEditable()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please accept the terms and conditions.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Terms and Conditions' }).first()).toHaveAttribute('href', /terms/)

  await password(page).fill(NEW)
  await page.getByLabel('Confirm Password').fill('something else')
  await page.getByRole('combobox', { name: 'Security Questions' }).click()
  await page.getByRole('option', { name: 'What elementary school did you attend?' }).click()
  await page.getByLabel('Security Question Answer').fill('Lincoln')
  await page.getByLabel('I accept the Terms and Conditions').check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Password does not match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill(NEW)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Account Info Saved Successfully!')).toBeVisible()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
})

test('FORG-01 FORG-02 RST-01 RST-02 a forgotten password is reset by mailed link and security answer', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Fix the invalid fields')).toBeVisible()
  await page.getByLabel('Email').fill(lee)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please click the captcha checkbox')).toBeVisible()
  await solveCaptcha(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/auth/forgotConfirmation')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check Your Email')

  await page.goto(await mailedPath(page, lee, 'reset'))
  await page.getByLabel('What was the house number and street name you lived in as a child?').fill('elm street')
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill(NEW)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please click the reCaptcha checkbox')).toBeVisible()
  await solveCaptcha(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/auth/resetConfirmation')
  await expect(page.getByText('Password Reset was a success! You may now login with your new password.')).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await enter(page, lee, NEW)
  await page.waitForURL(/\/home/)
})

test('JWT-03 an administrator’s link sets a password', async ({ page, browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const admin = await context.newPage()
  await signIn(admin, 'admin@demo.hearthline.test')
  const member = (await (
    await page.request.post('/api/authentication/login', { data: { email: maria, password: DEMO_PASSWORD } })
  ).ok())
    ? await (await page.request.get('/api/portalAccount/current')).json()
    : null
  await page.context().clearCookies()
  await context.request.post(`/api/portalAccount/${member.id}/resetLink`)
  await context.close()
  await page.goto(await mailedPath(page, maria, 'adminReset'))
  await page.locator('input[name="securityQuestionAnswer"]').fill('Elm Street')
  await password(page).fill(NEW)
  await page.getByLabel('Confirm New Password').fill(NEW)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Account Info Saved Successfully!')).toBeVisible()
  await page.waitForURL('**/auth/resetConfirmation')
  await enter(page, maria, NEW)
  await page.waitForURL(/\/home/)
  await changeDatabase(
    portal,
    'update account set password_hash = (select password_hash from account where email = $2) where email = $1',
    [maria, 'support@demo.hearthline.test'],
  )
})

test('PREF-05 a warning about what could not be delivered is accessible', async ({ page }) => {
  await signIn(page, maria)
  await page.route('**/api/userPreference/undelivered', (route) =>
    route.fulfill({
      json: { items: [{ channel: 'sms', failure: 'unsubscribed', failedOn: new Date().toISOString() }] },
    }),
  )
  await page.goto('/myAccount/preferences')
  await expect(page.getByRole('alert').getByText('this number answered STOP')).toBeVisible()
  await expectAccessible(page)
})

test('MYA-01 MYA-02 the menu works by keyboard on a phone, and shows Super Admin to developers alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, maria)
  await page.goto('/myAccount/preferences')
  const menu = page.getByRole('navigation', { name: 'My Account' })
  await expect(menu.getByRole('link')).toHaveText(['Preferences', 'Security'])
  await menu.getByRole('link', { name: 'Preferences' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/myAccount/security')
  await page.goto('/myAccount/superAdmin')
  await page.waitForURL('**/myAccount/preferences')
  await page.goto('/myAccount/myInfo')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Info')
})

test('SEC-01 SEC-02 the password dialog opens by itself, with the focus in its first field', async ({ page }) => {
  await signIn(page, developer)
  await page.goto('/myAccount/security')
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await expect(dialog.getByLabel('Current Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

for (const at of looks) {
  test(`NAV-01 the screens before the sign-in are whole in ${inWords(at)}`, async ({ page }) => {
    await setLook(page, at)
    await page.route('**/api/authentication/jwtReset/getAccount/shown', (route) =>
      route.fulfill({
        json: {
          source: null,
          hasSecurityQuestions: false,
          acceptedTermsAndConditions: false,
          askedQuestion: null,
          takesCode: false,
        },
      }),
    )
    await page.route('**/api/authentication/getQuestions/shown', (route) =>
      route.fulfill({ json: { securityQuestion: 'parents-met' } }),
    )
    for (const [name, path] of [
      ['login', '/auth/login'],
      ['forgot', '/auth/forgot'],
      ['forgot-confirmation', '/auth/forgotConfirmation'],
      ['reset', '/auth/reset/shown'],
      ['reset-confirmation', '/auth/resetConfirmation'],
      ['admin-reset', '/auth/adminReset/shown'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (name === 'forgot' || name === 'reset') await expect(page.locator('altcha-widget')).toBeVisible()
      await look(page, name, at)
    }
  })

  test(`NAV-01 the screens behind the sign-in are whole in ${inWords(at)}`, async ({ page }) => {
    const answer = await page.request.post('/api/authentication/login', {
      data: { email: 'support@demo.hearthline.test', password: DEMO_PASSWORD },
    })
    expect(answer.ok()).toBe(true)
    const me = await (await page.request.get('/api/portalAccount/current')).json()
    const role = { roleId: 'developer', role: { id: 'developer', name: 'HearthlineDeveloper', scope: 'Platform' } }
    await page.route('**/api/portalAccount/current', (route) =>
      route.fulfill({ json: { ...me, portalAccountRoles: [role] } }),
    )
    const roles = [role.role, { id: 'platform-admin', name: 'Hearthline admin', scope: 'Platform' }]
    await page.route('**/api/admin/utilities/getRoles', (route) => route.fulfill({ json: roles }))
    await page.route('**/api/admin/utilities/getPortalAccountRoles', (route) => route.fulfill({ json: [] }))
    await setLook(page, at)
    for (const [name, path] of [
      ['preferences', '/myAccount/preferences'],
      ['my-info', '/myAccount/myInfo'],
      ['security', '/myAccount/security'],
      ['super-admin', '/myAccount/superAdmin'],
      ['force-reset', '/auth/forceReset'],
      ['reauthenticate', '/auth/reauthenticate'],
    ] as const) {
      await page.goto(path)
      if (name === 'security') await expect(page.getByRole('dialog')).toBeVisible()
      else await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page, name, at)
    }
  })
}

test('MEM-01 MEM-02 MEM-03 an invited member sees their locked names, and accepts the agreement in its dialog', async ({
  page,
}) => {
  const contact = { firstName: 'Iris', lastName: 'Moon', email: 'iris@example.test' }
  await page.route('**/api/contact/shown/registration', (route) => route.fulfill({ json: contact }))
  await page.goto('/registration/communityMember')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be opened')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/registration/communityMember?contactId=shown')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration')
    await expect(page.getByLabel('First Name')).not.toBeEditable()
    await expect(page.getByLabel('E-mail')).toHaveValue(contact.email)
    await expect(page.locator('altcha-widget')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Privacy Policy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confidentiality and Nondisclosure Agreement' })
    await dialog.getByRole('button', { name: 'I Accept' }).click()
    await expect(page.getByRole('checkbox', { name: /I accept the Confidentiality/ })).toBeChecked()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/member-${width}.png`, fullPage: true })
  }
})
