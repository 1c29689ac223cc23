import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, inWords, looks, setLook, test } from './portal.ts'

const shots = process.env.SHOTS
const shoot = (page: Page, name: string) =>
  shots ? page.screenshot({ path: `${shots}/${name}.png`, fullPage: true }) : null
const email = () => `ana-${Date.now()}-${Math.floor(Math.random() * 1e6)}@riverbank.test`

async function fillStepOne(page: Page, given: Record<string, string> = {}) {
  const address = given.Email ?? email()
  const fields: Record<string, string> = {
    'First Name': 'Ana',
    'Last Name': 'Ruiz',
    'Phone Number': '7165550142',
    Email: address,
    'Confirm Email': address,
    Password: 'violet kettle morning',
    'Confirm Password': 'violet kettle morning',
    'Security Question Answer': 'Elmira',
    ...given,
  }
  for (const [label, value] of Object.entries(fields))
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value)
  await page
    .getByLabel(/^Security Question(?! Answer)/)
    .first()
    .click()
  await page.getByRole('option', { name: /first full time job/ }).click()
  return address
}
const openStepTwo = (page: Page) => page.getByRole('button', { name: 'Organization Information' }).click()
const typeOrganization = (page: Page, text: string) => page.locator('[name=organizationName]').fill(text)
const accept = (page: Page) => page.getByRole('checkbox', { name: /I accept the/ }).check()
async function solveCaptcha(page: Page) {
  await page.locator('altcha-widget input[type=checkbox]').focus()
  await page.keyboard.press('Space')
  await expect(page.locator('altcha-widget').getByText('Verified')).toBeVisible({ timeout: 30_000 })
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

test('CHO-01 a community member is told to call 211, an organization admin goes on to register', async ({ page }) => {
  await page.goto('/registration/choice?source=IMPACTHQ')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('I Am A...')
  await expectAccessible(page)
  await page.getByRole('button', { name: /Community Member/ }).click()
  await expect(page.getByRole('dialog', { name: 'Please call 211 to register for an account' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Organization Admin/ }).click()
  await expect(page).toHaveURL(/\/registration\/organization\?source=impacthq$/)
})

test('PWD-01 PWD-02 a weak password is told what would help, and both must match', async ({ page }) => {
  await page.goto('/registration/organization')
  await fillStepOne(page, { Password: 'ruiz1985', 'Confirm Password': 'ruiz1986' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This Password holds your name, address or organization. Leave them out.')).toBeVisible()
  await expect(page.getByText('Password does not match')).toBeVisible()
  await expectAccessible(page)
})

test('REG-11 REG-12 REG-16 REG-17 COMP-01 a new organization registers and confirms its address only once', async ({
  page,
  portal,
}) => {
  await page.goto('/registration/organization')
  const address = await fillStepOne(page)
  await openStepTwo(page)
  await typeOrganization(page, `Riverbank Pantry ${address}`)
  await accept(page)
  await solveCaptcha(page)
  await submit(page)
  await expect(page).toHaveURL(/\/registration\/completion\?verificationRequired=true&confirmationRequired=true$/)
  await expect(page.getByText('Your application is being reviewed by our governance committee.')).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'completion')

  const findLink = async () => {
    const answer = await page.request.get(`${portal.url}/api/dev/outbox?to=${encodeURIComponent(address)}`)
    const [mail] = (await answer.json()) as { text: string }[]
    return /\/registration\/organizationRegistration\/verification\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(findLink).not.toBe('')
  const link = await findLink()
  const posts: string[] = []
  page.on('request', (r) => r.method() === 'POST' && posts.push(r.url()))
  await page.goto(link)
  await expect(page.getByText('Your application is being reviewed by our governance committee.')).toBeVisible()
  expect(posts).toHaveLength(1)
  await expectAccessible(page)
})

test.describe('links that no longer work', () => {
  test.use({ expectedErrors: [/404|410/] })

  test('REG-16 REG-17 an unknown link has a page of its own and a way to have a new one sent', async ({ page }) => {
    await page.goto('/registration/organizationRegistration/verification/no-such-code')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We do not know this link')
    await expectAccessible(page)
    await shoot(page, 'verification-unknown')
    await page.getByLabel(/^Email/).fill('nobody@riverbank.test')
    await solveCaptcha(page)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration Complete')
    await expect(page.getByText('A verification email has been sent to the email provided.')).toBeVisible()
    await page.getByRole('link', { name: 'Ok' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('REG-02 REG-08 REG-11 CFG-02 CFG-04 a partner hides description and website and links back to its page', async ({
  page,
}) => {
  await page.route('https://impacthq.example.org/**', (route) =>
    route.fulfill({ body: 'partner', contentType: 'text/html' }),
  )
  await page.goto('/registration/organization?source=ImpactHQ&confirmation=https://evil.test')
  await expect(page.getByText('ImpactHQ')).toBeVisible()
  await fillStepOne(page)
  await openStepTwo(page)
  await expect(page.getByLabel(/^Description/)).toHaveCount(0)
  await expect(page.getByLabel(/^Website/)).toHaveCount(0)
  await typeOrganization(page, `Riverbank Pantry ${email()}`)
  await accept(page)
  await solveCaptcha(page)
  await submit(page)
  await expect(page).toHaveURL('https://impacthq.example.org/registration-received')
})

for (const look of looks)
  test(`REG-01 the registration is whole and accessible in ${inWords(look)}`, async ({ page }) => {
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const name = `${look.language}-${look.scheme}-${look.contrast}-${width}`
      await page.goto('/registration/choice')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await shoot(page, `choice-${name}`)
      await page.goto('/registration/organization')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await shoot(page, `step1-${name}`)
      await page.getByRole('navigation').getByRole('button').nth(1).click()
      await expect(page.locator('altcha-widget').getByRole('checkbox')).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.locator('button[type=submit]').click()
      await page.getByRole('navigation').getByRole('button').nth(1).click()
      await expectAccessible(page)
      await shoot(page, `step2-${name}`)
    }
  })
