import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const LOGIN = '/api/auth/login/fallback'

const signIn = async (page: OpenScreen, email: string, password: string) => {
  await page.fill('Email', email)
  await page.fill('Password', password)
  await page.press('Login')
}

it('LAND-01 names the six features, the slogan and what the product is', async () => {
  const page = await openScreen('/')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('No one falls between two doors.')
  expect(page.words()).toContain('Hearthline connects community organizations')
  const list = page.getByRole('heading', { name: 'What it does' }).parentElement as HTMLElement
  expect(
    within(list)
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent),
  ).toEqual([
    'Shared digital intake',
    'Shared referral',
    'Integrated resource directory',
    'Cross-organization communication',
    'Real-time status updates',
    'Better data and insights',
  ])
})

it('LAND-02 LAND-03 LAND-04 leads to registering in a new tab, the demo, the privacy policy, and to no second login', async () => {
  const page = await openScreen('/')
  const register = page.getByRole('link', { name: /^REGISTER FOR FREE/ })
  expect(register.getAttribute('href')).toBe('/registration/organization')
  expect(register.getAttribute('target')).toBe('_blank')
  expect(register.getAttribute('rel')).toContain('noopener')
  expect(page.getByRole('link', { name: /^BOOK A DEMO/ }).getAttribute('href')).toBe('/demo.webm')
  expect(page.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/legal/privacyPolicy')
  expect(page.queryByRole('link', { name: 'Login' })).toBeNull()
})

it('DIR-15 leads to the public directory in the reader’s language, where there is one', async () => {
  const page = await openScreen('/')
  expect(page.getByRole('link', { name: 'Find help' }).getAttribute('href')).toBe('/find?lang=en')
  const closed = await startTestApp({ PUBLIC_DIRECTORY: 'false' })
  const without = await screensOf(closed)('/')
  expect(without.getByRole('link', { name: /^BOOK A DEMO/ })).toBeTruthy()
  expect(without.queryByRole('link', { name: 'Find help' })).toBeNull()
})

it('LAND-06 sends nothing while a field is invalid, and says so at the field', async () => {
  const page = await openScreen('/')
  await page.press('Login')
  await waitFor(() => expect(page.notices()).toEqual(['Fix the invalid fields']))
  expect(page.getByText('Write an e-mail address like name@example.org')).toBeTruthy()
  expect(page.getByText('Write your password')).toBeTruthy()
  await page.fill('Email', 'dana@example.test')
  await page.press('Login')
  expect(page.calls('POST')).toEqual([])
})

it('LAND-07 LAND-08 posts address and password once, and opens the address of the answer', async () => {
  const { email, password } = await makeAccount(app.database)
  const page = await openScreen('/')
  const call = page.holdNext('POST', LOGIN)
  await signIn(page, email, password)
  const button = await page.findByRole('button', { name: 'Signing in' })
  await page.user.click(button)
  call.release()
  await waitFor(() => expect(page.location()).toBe('/home'))
  expect(page.calls('POST', LOGIN).map(({ body }) => body)).toEqual([{ email, password }])
})

it('LAND-08 a forced reset comes first; what was asked for is kept', async () => {
  const { email, password } = await makeAccount(app.database, { forcePasswordReset: true })
  const page = await openScreen('/directory')
  expect(page.location()).toBe('/')
  await signIn(page, email, password)
  await waitFor(() => expect(page.location()).toBe('/auth/forceReset'))
  expect(sessionStorage.getItem('redirectUrl')).toBeTruthy()
})

it.each([
  [406, 'This account is not active. Please check your email'],
  [403, 'This account has not been verified by an Hearthline admin'],
  [401, 'Login Failed'],
  [500, 'Login Failed'],
  ['network', 'Login Failed'],
] as const)('LAND-09 after %s it says why, and the password is cleared', async (failure, text) => {
  const page = await openScreen('/', refused)
  page.failNext('POST', LOGIN, failure)
  await signIn(page, 'dana@example.test', 'some password')
  await waitFor(() => expect(page.notices()).toEqual([text]))
  expect(page.getByLabelText('Password')).toHaveProperty('value', '')
  expect(page.getByLabelText('Email')).toHaveProperty('value', 'dana@example.test')
  expect(document.querySelector('altcha-widget')).toBeNull()
  expect(page.location()).toBe('/')
})

it('LAND-09 LAND-10 after 429 the captcha appears, and the next try needs it', async () => {
  const { email, password } = await makeAccount(app.database)
  const page = await openScreen('/', refused)
  page.failNext('POST', LOGIN, 429)
  await signIn(page, email, password)
  await waitFor(() => expect(page.notices()).toEqual(['Login Failed']))
  await page.findByRole('checkbox', { name: "I'm not a robot" })
  await signIn(page, email, password)
  await waitFor(() => expect(page.notices()).toContain('Please click the captcha checkbox'))
  expect(page.calls('POST', LOGIN)).toHaveLength(1)
  await page.solveCaptcha()
  await page.press('Login')
  await waitFor(() => expect(page.location()).toBe('/home'))
  expect(page.calls('POST', LOGIN).at(-1)?.body).toMatchObject({ captchaCode: expect.any(String) })
})

it('OUT-01 ends the session, forgets what the browser kept, and says so', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: account })
  sessionStorage.setItem('redirectUrl', '/people')
  await page.open('/auth/logout')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('You Have Successfully Logged Out')
  expect(page.getByRole('link', { name: 'Ok' }).getAttribute('href')).toBe('/')
  expect(['config', 'redirectUrl', 'user'].map((key) => sessionStorage.getItem(key))).toEqual([null, null, null])
  expect(page.calls('POST', '/api/authentication/logout')).toMatchObject([{ status: 204 }])
  await page.open('/directory')
  expect(page.location()).toBe('/')
})

it('NAV-09 an unknown address has the 404 page with a way to the sign-in', async () => {
  const page = await openScreen('/no/such/page')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('404 - Page Not Found')
  expect(page.getByText('Sorry we could not find that page.')).toBeTruthy()
  expect(page.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
})
