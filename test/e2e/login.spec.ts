import { expect, maria, signIn, solveCaptcha, test } from './portal.ts'

const form = (page: import('@playwright/test').Page) => ({
  email: page.getByLabel('Email'),
  password: page.getByLabel('Password', { exact: true }),
  send: page.getByRole('button', { name: 'Login' }),
})

test('LAND-02 hides the Login link when authType equals fallback in any case, otherwise links to /auth/login', async ({
  page,
}) => {
  for (const authType of ['fallback', 'FallBack', 'local']) {
    await page.route('**/api/configuration', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), authType } })
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const link = page.getByRole('link', { name: 'Login' })
    if (authType === 'local') await expect(link).toHaveAttribute('href', '/auth/login')
    else await expect(link).toHaveCount(0)
    await page.unroute('**/api/configuration')
  }
})

test('LAND-03 LAND-04 opens registration and demo in a new tab, and links to the privacy policy', async ({ page }) => {
  await page.goto('/')
  const register = page.getByRole('link', { name: 'REGISTER FOR FREE' })
  await expect(register).toHaveAttribute('href', '/registration/organization')
  await expect(register).toHaveAttribute('target', '_blank')
  await expect(register).toHaveAttribute('rel', /noopener/)
  await expect(page.getByRole('link', { name: 'BOOK A DEMO' })).toHaveAttribute('href', '/demo.webm')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/legal/privacyPolicy',
  )
  await expect(page.locator('video')).toHaveAttribute('src', '/demo.webm')
})

test('LAND-05 NAV-06 loads the public configuration first, and no current user on anonymous screens', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (r) => r.url().includes('/api/') && asked.push(new URL(r.url()).pathname))
  let open: () => void = () => undefined
  const held = new Promise<void>((done) => {
    open = done
  })
  await page.route('**/api/configuration', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.waitForTimeout(500)
  // The page shows its first texts; the screen, with the usable form, has not loaded.
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'REGISTER FOR FREE' })).toHaveCount(0)
  open()
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(asked).toEqual(['/api/configuration'])
})

test('LAND-06 invalid fields say so and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (r) => r.method() === 'POST' && sent.push(r.url()))
  await page.goto('/')
  const { email, password, send } = form(page)
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Fix the invalid fields')
  await email.fill('not-an-address')
  await password.fill('something')
  await send.click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  expect(sent).toEqual([])
})

test('LAND-07 LAND-08 a sign-in is sent once and opens the home of the role', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/api/auth/login/fallback', async (route) => {
    sent.push(route.request().postDataJSON())
    await new Promise((done) => setTimeout(done, 400))
    await route.continue()
  })
  await page.goto('/')
  const { email, password, send } = form(page)
  await email.fill(maria)
  await password.fill('Hearthline-demo-2026')
  await password.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing in' })).toBeDisabled()
  await password.press('Enter')
  await page.waitForURL('**/home')
  expect(sent).toEqual([{ email: maria, password: 'Hearthline-demo-2026' }])
  expect(await send.count()).toBe(0)
})

test('LAND-08 forcePasswordReset stores the redirectUrl and goes to the forced reset', async ({ page }) => {
  await page.route('**/api/auth/login/fallback', (route) =>
    route.fulfill({ json: { forcePasswordReset: true, redirectUrl: '/home/redirect', mfaRequired: false } }),
  )
  await page.goto('/')
  const { email, password, send } = form(page)
  await email.fill(maria)
  await password.fill('x')
  const kept = page.evaluate(
    () =>
      new Promise((done) => {
        const real = Storage.prototype.setItem
        Storage.prototype.setItem = function (key: string, value: string) {
          real.call(this, key, value)
          if (key === 'redirectUrl') done(value)
        }
      }),
  )
  await send.click()
  expect(await kept).toBe('/home/redirect')
})

for (const [status, text] of [
  [406, 'This account is not active. Please check your email'],
  [403, 'This account has not been verified by an Hearthline admin'],
  [401, 'Login Failed'],
  [500, 'Login Failed'],
] as const)
  test.describe(`answer ${status}`, () => {
    test.use({ expectedErrors: [/Failed to load resource/] })
    test(`LAND-09 a sign-in answered ${status} says '${text}' and clears the password`, async ({ page }) => {
      await page.route('**/api/auth/login/fallback', (route) =>
        route.fulfill({ status, json: { code: 'x', message: 'x' } }),
      )
      await page.goto('/')
      const { email, password, send } = form(page)
      await email.fill(maria)
      await password.fill('some password')
      await send.click()
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(password).toHaveValue('')
      // The error stays at the form after the snackbar has disappeared, and the password field has the focus.
      await expect(page.getByRole('form').getByText(text)).toBeVisible()
      await expect(password).toBeFocused()
      await expect(password).toHaveAccessibleDescription(new RegExp(text))
      await expect(email).toHaveValue(maria)
      await expect(send).toBeEnabled()
    })
  })

test.describe('after too many tries', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('LAND-09 LAND-10 the fifth failure shows the captcha, whose real solution lets the next try in', async ({
    page,
  }) => {
    const address = 'developer@demo.hearthline.test'
    await page.goto('/')
    const { email, password, send } = form(page)
    await email.fill(address)
    for (let attempt = 0; attempt < 5; attempt++) {
      await password.fill('wrong password')
      await send.click()
      await expect(password).toHaveValue('')
    }
    await expect(page.getByRole('alert')).toHaveText('Login Failed')
    await password.fill('Hearthline-demo-2026')
    await send.click()
    await expect(page.getByRole('alert')).toContainText('Please click the captcha checkbox')
    await solveCaptcha(page)
    await send.click()
    await page.waitForURL('**/home')
  })
})

test('OUT-01 logging out ends the session on the server and leaves nothing stored', async ({ page, context }) => {
  await signIn(page, maria)
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'You Have Successfully Logged Out' })).toBeVisible()
  const kept = await page.evaluate(() => Object.keys(sessionStorage))
  expect(kept.filter((key) => ['config', 'redirectUrl', 'user'].includes(key))).toEqual([])
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Delgado')
  expect((await context.request.get('/api/portalAccount/current')).status()).toBe(401)
  await page.getByRole('link', { name: 'Ok' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('Email')).toBeVisible()
})
