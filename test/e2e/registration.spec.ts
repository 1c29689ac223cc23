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
const notice = (page: Page, text: string) =>
  expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()

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

test('REG-01 REG-09 both steps open in any order and keep what was typed; the phone number is masked', async ({
  page,
}) => {
  await page.goto('/registration/organization')
  await fillStepOne(page)
  await expect(page.getByLabel(/^Phone Number/)).toHaveValue('(716) 555-0142')
  await openStepTwo(page)
  await typeOrganization(page, 'Riverbank Pantry')
  await page.getByLabel(/^Description/).fill('Groceries')
  await page.getByRole('button', { name: 'Your Information' }).click()
  await expect(page.getByLabel(/^First Name/)).toHaveValue('Ana')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('[name=organizationName]')).toHaveValue('Riverbank Pantry')
  await expect(page.getByLabel(/^Description/)).toHaveValue('Groceries')
})

test('REG-10 REG-13 nothing is sent with errors or without the captcha; Cancel goes to login', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (r) => r.url().includes('/register') && r.method() === 'POST' && sent.push(r.url()))
  await page.goto('/registration/organization')
  await openStepTwo(page)
  await submit(page)
  await notice(page, 'Please check the form for errors')
  await expect(page.getByLabel(/^First Name/)).toBeFocused()
  await fillStepOne(page)
  await openStepTwo(page)
  await typeOrganization(page, 'Riverbank Pantry')
  await accept(page)
  await submit(page)
  await notice(page, 'Please click the reCaptcha checkbox')
  expect(sent).toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/$/)
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
  test.use({ expectedErrors: [/404|410|406|500/] })

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

  test('REG-12 CAP-01 an address in use and any other failure are said in their words, and the captcha starts again', async ({
    page,
  }) => {
    await page.goto('/registration/organization')
    await fillStepOne(page, { Email: 'maria@foodbank.demo.hearthline.test' })
    await openStepTwo(page)
    await typeOrganization(page, 'Riverbank Pantry')
    await accept(page)
    await solveCaptcha(page)
    await submit(page)
    await notice(page, 'This email address is already in use')
    await openStepTwo(page)
    await expect(page.locator('altcha-widget').getByText('Verified')).toBeHidden()
    await page.route('**/api/organizationRegistration/register/', (route) => route.fulfill({ status: 500, json: {} }))
    await solveCaptcha(page)
    await submit(page)
    await notice(page, 'An unknown error has occured')
    await expect(page.getByText('Uh oh, something went wrong!')).toBeHidden()
  })
})

test('REG-05 REG-07 an existing organization is found from three letters on, and its description and website are locked', async ({
  page,
}) => {
  const searches: string[] = []
  page.on('request', (r) => r.url().includes('autocomplete') && searches.push(r.url()))
  await page.goto('/registration/organization')
  await openStepTwo(page)
  await typeOrganization(page, ' Ea ')
  await page.waitForTimeout(700)
  expect(searches).toEqual([])
  // All letters within a moment, however busy the machine is: only the final text is searched.
  await page.locator('[name=organizationName]').evaluate((box: HTMLInputElement) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const word of ['Eas', 'East', 'Easts', 'Eastside']) {
      write?.call(box, word)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await page.getByRole('option', { name: 'Eastside Food Bank' }).click()
  expect(searches).toHaveLength(1)
  await expect(
    page.getByText(
      'This is an existing organization. Description and website can only be edited after account creation.',
    ),
  ).toBeVisible()
  await expect(page.getByLabel(/^Description/)).toBeDisabled()
  await expect(page.getByLabel(/^Website/)).toBeDisabled()
  await typeOrganization(page, 'Eastside Two')
  await expect(page.getByLabel(/^Description/)).toBeEnabled()
})

test('REG-06 a late answer to an earlier search never replaces a later one', async ({ page }) => {
  await page.route('**/api/organization/autocomplete*', async (route) => {
    const name = new URL(route.request().url()).searchParams.get('name') ?? ''
    if (name === 'River') await new Promise((done) => setTimeout(done, 2500))
    await route
      .fulfill({ json: { items: [{ id: crypto.randomUUID(), name: `${name} found` }], nextCursor: null } })
      .catch(() => undefined)
  })
  await page.goto('/registration/organization')
  await openStepTwo(page)
  await typeOrganization(page, 'River')
  await page.waitForTimeout(800)
  await typeOrganization(page, 'Riverbank')
  await expect(page.getByRole('option', { name: 'Riverbank found' })).toBeVisible()
  await page.waitForTimeout(2500)
  await expect(page.getByRole('option')).toHaveText(['Riverbank found'])
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

test('COMP-01 COMP-02 the completion says what comes next, and where a partner’s reader goes', async ({ page }) => {
  await page.goto('/registration/completion?verificationRequired=true')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for registering!')
  await page.goto('/registration/completion')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you for registering. Your account has been approved!',
  )
  await expect(page.getByText("Log in today to start managing your organization's profile")).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/')
  await page.goto('/registration/completion?verificationRequired=true&source=impacthq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you for registering. Your account has been approved!',
  )
  await expect(page.getByText('Log in today')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    'https://impacthq.example.org/',
  )
  await page.goto('/registration/completion?source=https://evil.test')
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/')
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
