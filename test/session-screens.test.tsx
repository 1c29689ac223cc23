import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { closeStreams } from './browser/event-source.ts'
import { type OpenScreen, screensOf, waitFor, within } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const WENT_WRONG = 'Uh oh, something went wrong!'
const PATH = '/api/userPreference/'

/** Ends them while live events are blocked, so that the screen learns of it only from its next call. */
const endSessions = (accountId: string) => {
  closeStreams()
  return app.database.deleteFrom('session').where('accountId', '=', accountId).execute()
}
const save = (page: OpenScreen) => page.press('Save')

it('HTTP-02 D-HTTP-1 a 401 asks for the sign-in in place, and keeps what was chosen', async () => {
  const { account, call } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await page.user.click(page.getByRole('switch', { name: 'Disable notifications for incoming referrals' }))
  await endSessions(account.id)
  await save(page)
  await page.findByRole('dialog')
  await page.settle()
  expect(page.notices()).toEqual([])
  await page.fill(/^Password/, account.password)
  await page.press('Sign in')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.location()).toBe('/myAccount/preferences')
  await save(page)
  await waitFor(() => expect(page.notices()).toContain('Preferences saved'))
  expect((await (await app.signIn(account.email, account.password))('GET', PATH)).body).toMatchObject({
    emailForIncomingReferral: 'None',
    emailForConfirmationOfSentReferral: 'All',
  })
  expect((await call('GET', PATH)).status).toBe(401)
})

it('D-HTTP-1 a form adds no message of its own to the question to sign in again, and is not busy afterwards', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, ...refused })
  await page.findByRole('dialog', { name: 'Change Password' })
  const next = 'a harbor of quiet lamps 27'
  await page.fill(/^Current Password/, account.password)
  await page.fill(/^New Password/, next)
  await page.fill(/^Confirm/, next)
  await endSessions(account.id)
  await save(page)
  const again = within(await page.findByRole('dialog', { name: 'You were signed out' }))
  await page.settle()
  expect(page.notices()).toEqual([])
  await page.user.type(again.getByLabelText(/^Password/), account.password)
  await page.user.click(again.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'You were signed out' })).toBeNull())
  await save(page)
  await waitFor(() => expect(page.notices()).toEqual(['Account Saved Successfully!']))
})

it('HTTP-02 D-HTTP-1 who declines is taken to the front page, and comes back after signing in', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  await page.user.click(page.getByRole('switch', { name: 'Disable notifications for incoming referrals' }))
  await endSessions(account.id)
  await save(page)
  await page.press('Sign in as somebody else')
  await waitFor(() => expect(page.location()).toBe('/'))
  await page.fill('Email', account.email)
  await page.fill('Password', account.password)
  await page.press('Login')
  await waitFor(() => expect(page.location()).toBe('/myAccount/preferences'))
})

it('HTTP-01 a failed call says so once; HTTP-04 a 406 says nothing', async () => {
  const { account } = await app.someone({ roles: ['developer'] })
  const page = await openScreen('/myAccount/superAdmin', { as: account, ...refused })
  const SEARCH = '/api/organization/autocomplete'
  await page.user.click(page.getByPlaceholderText('Start typing to Search'))
  page.failNext('GET', SEARCH, 406)
  await page.user.paste('Harbor')
  await waitFor(() => expect(page.calls('GET', SEARCH)).toMatchObject([{ status: 406 }]))
  await page.settle()
  expect(page.notices()).toEqual([])
  page.failNext('GET', SEARCH, 500)
  await page.user.paste(' House')
  await waitFor(() => expect(page.notices()).toEqual([WENT_WRONG]))
})

it('NAV-06 asks for the configuration first, and for the account only behind the sign-in', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: account })
  const paths = page.calls().map(({ path }) => path)
  expect(paths.slice(0, 2).sort()).toEqual(['/api/configuration', '/api/portalAccount/current'])
  expect(paths.filter((path) => path === '/api/portalAccount/current')).toHaveLength(1)
  const visitor = await openScreen('/registration/choice')
  expect(visitor.calls().map(({ path }) => path)).toEqual(['/api/configuration'])
})

it('NAV-08 on a direct hit a load that fails gives a page with a way on', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: account, ...refused })
  page.failNext('GET', PATH, 500)
  await page.open('/myAccount/preferences')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be opened')
  await page.press('Try again')
  await page.findByRole('heading', { name: 'Notification Preferences' })
  page.failNext('GET', PATH, 'network')
  await page.open('/myAccount/preferences')
  page.getByText(/^The portal could not be reached\. Nothing was lost\./)
  dispatchEvent(new Event('online'))
  await page.findByRole('heading', { name: 'Notification Preferences' })
})

it('NAV-03 NAV-10 who is signed in is sent home from screens for visitors', async () => {
  const { account } = await app.someone()
  for (const path of ['/', '/auth/login', '/auth/forgot', '/registration/choice', '/registration/organization']) {
    const page = await openScreen(path, { as: account })
    expect([path, page.location()]).toEqual([path, '/home'])
  }
})

it('HTTP-03 a 401 of a call under /api/mfa leads to signing in more strongly', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, ...refused })
  await page.press('Cancel')
  page.failNext('POST', '/api/mfa/', 401)
  const [, app2] = await page.findAllByRole('button', { name: 'Enroll' })
  await page.user.click(app2 as HTMLElement)
  await waitFor(() => expect(page.location()).toBe('/auth/reauthenticate?returnUrl=/myAccount/security'))
})

it('OUT-01 a sign-out that did not reach the server says that the session still stands, and can be tried again', async () => {
  const { account, call } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  page.failNext('POST', '/api/authentication/logout', 'network')
  await page.open('/auth/logout')
  await page.findByText(/^Your session could not be ended/)
  expect(page.queryByText('You Have Successfully Logged Out')).toBeNull()
  // Drafts have been removed, so the bar does not say that they are saved.
  expect(page.getByText(/^The portal cannot be reached\./).textContent).not.toContain('What you typed')
  page.failNext('POST', '/api/authentication/logout', 500)
  await page.press('Try to log out again')
  await waitFor(() => expect(page.calls('POST', '/api/authentication/logout')).toHaveLength(2))
  await waitFor(() => expect(page.calls('POST', '/api/authentication/logout')[1]?.status).toBe(500))
  await page.settle()
  expect(page.getByRole('heading', { name: 'You are still signed in' })).toBeTruthy()
  expect(page.title()).toContain('You are still signed in')
  expect((await call('GET', PATH)).status).toBe(200)
  await page.press('Try to log out again')
  await page.findByText('You Have Successfully Logged Out')
})
