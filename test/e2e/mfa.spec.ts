import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { changeDatabase } from './account-database.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  type RunningPortal,
  setLook,
  signIn,
  support,
  test,
} from './portal.ts'

const sam = 'sam@foodbank.demo.hearthline.test'
const robin = 'robin@member.demo.hearthline.test'
const SECURITY = '/myAccount/security'

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const card = (page: Page, name: string) => page.getByRole('article', { name })
const isHome = (page: Page) => page.waitForURL((url) => /^\/home$/.test(url.pathname))
const dialog = (page: Page) => page.getByRole('dialog')
const require = (portal: RunningPortal, isRequired: boolean) =>
  changeDatabase(portal, 'update organization set require_mfa = $1 where name = $2', [isRequired, 'Eastside Food Bank'])
const age = (portal: RunningPortal, email: string) =>
  changeDatabase(
    portal,
    "update session set authenticated_on = now() - interval '6 minutes' where account_id = (select id from account where email = $1)",
    [email],
  )

async function look(page: Page, name: string) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

interface Sent {
  id: string
  to: string
  text: string
}
const outbox = async (page: Page) => (await (await page.request.get('/api/dev/outbox')).json()) as Sent[]

/** The code sent to an address or a telephone after clicking a button, whatever was sent before. */
async function codeSent(page: Page, to: string, press: () => Promise<unknown>) {
  const before = new Set((await outbox(page)).map((m) => m.id))
  await press()
  let code = ''
  await expect
    .poll(async () => {
      const text = (await outbox(page)).find((m) => m.to === to && !before.has(m.id))?.text ?? ''
      code = (/(?<!\d)(?:\d(?:, )?){6}(?!\d)/.exec(text)?.[0] ?? '').replaceAll(', ', '')
      return code
    })
    .toHaveLength(6)
  return code
}
async function enter(page: Page, email: string) {
  await page.goto('/auth/logout')
  await expect(page.getByRole('heading', { name: 'You Have Successfully Logged Out' })).toBeVisible()
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/auth/reauthenticate?returnUrl=**')
}
async function openSecurity(page: Page) {
  await page.goto(SECURITY)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Enrolls an app for the signed-in person. @returns its secret */
async function enrollApp(page: Page) {
  const { barcode_uri } = await (await page.request.post('/api/mfa/', { data: { authenticator_type: 'otp' } })).json()
  const secret = new URL(barcode_uri).searchParams.get('secret') ?? ''
  const verified = await page.request.post('/api/mfa/verifyOtp', { data: { otp_code: codeOf(secret) } })
  expect(verified.ok()).toBe(true)
  return secret
}

test.describe('a person’s second factors', () => {
  test.use({
    expectedErrors: [/Failed to load resource|^A call failed/],
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Other files sign in as these people without a second step.
  test.afterEach(async ({ portal }) => {
    await changeDatabase(portal, 'delete from authenticator', [])
    await changeDatabase(portal, 'delete from recovery_code', [])
    await require(portal, false)
  })

  test('SEC-03 SEC-06 SEC-07 an app is enrolled, and its recovery codes are shown and saved', async ({ page }) => {
    await signIn(page, support)
    await openSecurity(page)
    await look(page, 'security')
    await card(page, 'Authenticator App (OTP)').getByRole('button', { name: 'Enroll' }).click()
    await expect(dialog(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect((await dialog(page).boundingBox())?.width).toBe(500)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeVisible()
    await look(page, 'enroll-app')
    const secret = ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog(page).getByLabel('Code').fill(codeOf(secret, 20))
    await dialog(page).getByRole('button', { name: 'Verify' }).click()
    // The error is also shown at the field, and announced.
    await expect(page.getByRole('alert').getByText('Authenticator Enrollment Failed')).toBeVisible()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByLabel('Code').fill(codeOf(secret))
    await dialog(page).getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('status').getByText('Authenticator Enrolled')).toBeVisible()

    await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
    await look(page, 'recovery')
    await dialog(page).getByRole('button', { name: 'Show all' }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^Hearthline recovery codes/)
    await look(page, 'recovery-all')
    await dialog(page).getByRole('button', { name: 'Finish' }).click()
    await expect(card(page, 'Authenticator App (OTP)').getByRole('button', { name: 'Remove' })).toBeVisible()
    await expect(page.getByText('10 codes left')).toBeVisible()
    await look(page, 'security-enrolled')
  })

  test('SEC-02 SEC-08 SEC-09 signing in asks for a code of the app, and leads to where the person wanted to go', async ({
    page,
  }) => {
    await signIn(page, support)
    const secret = await enrollApp(page)
    await enter(page, support)
    await look(page, 'second-step')
    await page.goto('/myAccount/preferences')
    await page.waitForURL('**/auth/reauthenticate?returnUrl=%2FmyAccount%2Fpreferences')
    await page.getByLabel('Code').fill(codeOf(secret, 20))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code is not correct.')).toBeVisible()
    await page.getByLabel('Code').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/myAccount/preferences')
  })

  test('SEC-04 HTTP-03 an app is removed after signing in again, which returns to the question', async ({
    page,
    portal,
  }) => {
    await signIn(page, support)
    await enrollApp(page)
    await openSecurity(page)
    await age(portal, support)
    await card(page, 'Authenticator App (OTP)').getByRole('button', { name: 'Remove' }).click()
    await expect(dialog(page)).toHaveText(/Are you sure you want to remove this authenticator\?/)
    expect((await dialog(page).boundingBox())?.width).toBe(300)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/auth/reauthenticate?returnUrl=/myAccount/security')
    await look(page, 'step-up')
    await page.locator('input[name=password]').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`**${SECURITY}`)
    await expect(dialog(page)).toHaveText(/Are you sure you want to remove this authenticator\?/)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('status').getByText('Authenticator Removed')).toBeVisible()
    await expect(card(page, 'Authenticator App (OTP)').getByRole('button', { name: 'Enroll' })).toBeVisible()
  })

  test('SEC-05 SEC-08 D-MFA-1 where one is required the mailbox helps first, then a telephone that was enrolled', async ({
    page,
    portal,
  }) => {
    await require(portal, true)
    await enter(page, sam)
    const send = () => page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill(await codeSent(page, sam, send))
    await page.getByRole('button', { name: 'Continue' }).click()
    await isHome(page)

    await page.goto(SECURITY)
    await expect(dialog(page)).toHaveCount(0)
    await card(page, 'Text / Voice Message').getByRole('button', { name: 'Enroll' }).click()
    expect((await dialog(page).boundingBox())?.width).toBe(500)
    await dialog(page).getByLabel('Phone Number').fill('7165550177')
    await dialog(page).getByRole('combobox', { name: 'Communication Type' }).click()
    await expect(page.getByRole('option')).toHaveText(['Text Message', 'Voice Call'])
    await page.getByRole('option', { name: 'Voice Call' }).click()
    await look(page, 'enroll-phone')
    const spoken = await codeSent(page, '+17165550177', () =>
      dialog(page).getByRole('button', { name: 'Send Code' }).click(),
    )
    await dialog(page).getByLabel('Code').fill(spoken)
    await look(page, 'enroll-phone-code')
    await dialog(page).getByRole('button', { name: 'Verify' }).click()
    await dialog(page).getByRole('button', { name: 'Finish' }).click()
    await expect(card(page, 'Text / Voice Message').getByRole('button', { name: 'Remove' })).toBeVisible()

    await enter(page, sam)
    await page.getByLabel('Code').fill(await codeSent(page, '+17165550177', send))
    await page.getByRole('button', { name: 'Continue' }).click()
    await isHome(page)
  })
})

for (const at of looks)
  test(`SEC-03 the security page in ${inWords(at)}`, async ({ page }) => {
    await setLook(page, at)
    await page.request.post('/api/authentication/login', { data: { email: robin, password: DEMO_PASSWORD } })
    await page.goto(SECURITY)
    await dialog(page)
      .getByRole('button', { name: /^(Cancel|Cancelar)$/ })
      .click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await look(page, `security-${at.language}-${at.scheme}-${at.contrast}`)
    await page.getByRole('article').nth(2).getByRole('button').click()
    await expect(dialog(page).locator('svg[width="200"]')).toBeVisible()
    await look(page, `enroll-app-${at.language}-${at.scheme}-${at.contrast}`)
    await page.goto(`/auth/reauthenticate?returnUrl=${SECURITY}`)
    await look(page, `step-up-${at.language}-${at.scheme}-${at.contrast}`)
  })
