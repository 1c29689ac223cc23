import type { Page } from '@playwright/test'
import { expect, maria, signIn, test } from './portal.ts'

/** Navigates inside the running client, as a link does. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    // A unique key, as the router gives each entry: without one, the page gets the scroll position of the previous
    // page.
    const state = { key: crypto.randomUUID(), idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)

const openPaths: [path: string, heading: RegExp][] = [
  ['/', /No one falls/],
  ['/registration/choice', /I Am A/],
  ['/registration/organization', /Regist/],
  ['/registration/completion?verificationRequired=true', /Thank you|Registration/],
  ['/registration/organizationRegistration/verification/no-such-code', /.+/],
  ['/auth/forgot', /.+/],
  ['/auth/forgotConfirmation', /Check Your Email/],
  ['/auth/resetConfirmation', /Reset Confirmation/],
  ['/auth/adminReset/no-such-token', /Invalid Token/],
  ['/auth/logout', /You Have Successfully Logged Out/],
  ['/legal/privacyPolicy', /Privacy Policy/],
  ['/no/such/page', /404 - Page Not Found/],
]

test.describe('direct hits', () => {
  // An unknown code or token causes an error response, which the browser logs.
  test.use({ expectedErrors: [/Failed to load resource/] })
  for (const [path, heading] of openPaths)
    test(`NAV-01 ${path} opens on a direct hit and on reload`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    })
})

test('NAV-01 the signed-in paths open on a direct hit and on reload', async ({ page }) => {
  await signIn(page, maria)
  for (const path of [
    '/home',
    '/myAccount',
    '/myAccount/preferences',
    '/myAccount/myInfo',
    '/myAccount/security',
    '/support/helpDesk',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('404 - Page Not Found')).toHaveCount(0)
  }
})

test('NAV-03 a signed-in person who opens an anonymous screen is sent home, but may read the legal pages', async ({
  page,
}) => {
  await signIn(page, maria)
  for (const path of ['/', '/registration/organization', '/auth/forgot']) {
    await page.goto(path)
    await page.waitForURL('**/home')
  }
  await page.goto('/legal/privacyPolicy')
  await expect(page).toHaveURL('/legal/privacyPolicy')
})

test('NAV-04 NAV-10 a visitor is blocked from a screen that needs a sign-in, and comes back to it afterwards', async ({
  page,
}) => {
  await page.goto('/myAccount/security?from=bookmark')
  await expect(page).toHaveURL('/')
  await page.getByLabel('Email').fill(maria)
  await page.getByLabel('Password', { exact: true }).fill('Hearthline-demo-2026')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/myAccount/security?from=bookmark')
  await page.goto('/home/redirect')
  await page.waitForURL('**/home')
})

test('NAV-10 /home/redirect follows no address of another site', async ({ page }) => {
  await signIn(page, maria)
  for (const evil of ['https://elsewhere.test/', '//elsewhere.test/', '/\\elsewhere.test']) {
    await page.evaluate((url) => sessionStorage.setItem('redirectUrl', url), evil)
    await page.goto('/home/redirect')
    await page.waitForURL('**/home')
  }
})

test('NAV-05 NAV-11 the indicator shows while a screen loads and goes afterwards; title, focus and scroll follow', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/Community referrals that close · Hearthline/)
  let answer: () => void = () => undefined
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/dev/outbox', async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(() => scrollTo(0, 500))
  await go(page, '/dev/outbox')
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page).toHaveTitle('Outbox · Hearthline')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test.describe('failing loads', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('NAV-08 NAV-05 a load that fails cancels the navigation: the person stays, sees the notice, and the indicator goes', async ({
    page,
  }) => {
    await page.route('**/api/dev/outbox', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/legal/privacyPolicy')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await go(page, '/dev/outbox')
    await expect(page.getByRole('alert')).toContainText('Uh oh, something went wrong!')
    await expect(page).toHaveURL('/legal/privacyPolicy')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  test('NAV-08 on a direct hit a load that fails gives a clear page with a way on', async ({ page }) => {
    await page.route('**/api/dev/outbox', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/dev/outbox')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be opened')
    await page.unroute('**/api/dev/outbox')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox')
  })

  test('HTTP-01 HTTP-06 a failed call says so in a snackbar at the bottom for four seconds, announced as an alert', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/dev/outbox')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox')
    await page.route('**/api/dev/outbox', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    const notice = page.getByText('Uh oh, something went wrong!')
    await expect(notice).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Uh oh, something went wrong!')
    const box = await notice.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(700)
    await page.clock.fastForward(3300)
    await expect(notice).toBeVisible()
    await page.clock.fastForward(700)
    await expect(notice).toHaveCount(0)
  })

  test('HTTP-02 a 401 leads to the front page, and after signing in back to the screen', async ({ page, context }) => {
    await signIn(page, maria)
    await page.goto('/myAccount/preferences')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.clearCookies()
    await page.reload()
    await page.waitForURL('/')
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('HTTP-04 a 406 shows no notice and ends the indicator', async ({ page }) => {
    await page.route('**/api/dev/outbox', (route) =>
      route.fulfill({ status: 406, json: { code: 'not-active', message: 'x' } }),
    )
    await page.goto('/dev/outbox')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be opened')
    await expect(page.getByText('Uh oh, something went wrong!')).toHaveCount(0)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})

test.describe('an unknown path', () => {
  // The server responds with status 404, which the browser logs.
  test.use({ expectedErrors: [/status of 404/] })

  test('F-24 NAV-09 an unknown path says so and its Home button leads to the sign-in', async ({ page }) => {
    const answer = await page.goto('/nothing/here')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found')
    await expect(page.getByText('Sorry we could not find that page.')).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('NAV-03 a signed-in person is told of it too', async ({ page }) => {
    await signIn(page, maria)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found')
  })
})
