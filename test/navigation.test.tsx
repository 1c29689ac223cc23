import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeAccount, makeOrganization, PASSWORD } from './factories.ts'
import { screensOf, waitFor } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const failed = { expectedErrors: [/failed/i, /status/] }

/** Navigates inside the running client, as a link does. */
function go(path: string) {
  history.pushState({ key: crypto.randomUUID(), idx: 1 }, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

for (const [line, path] of [
  ['MEM-01', '/registration/communityMember'],
  ['MEM-05', '/registration/communityMember?contactId=made-up'],
  ['RST-01', '/auth/reset/made-up'],
] as const)
  it(`NAV-08 ${line} ${path} cancels the navigation inside the portal, with the notice`, async () => {
    const page = await openScreen('/registration/choice', failed)
    go(path)
    await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
    await waitFor(() => expect(page.location()).toBe('/registration/choice'))
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('I Am A...')
  })

it('NAV-08 NAV-11 on a direct hit keeps the page that says why, and the tab is named after it', async () => {
  const page = await openScreen('/auth/reset/made-up', failed)
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('This link no longer works')
  await waitFor(() => expect(page.title()).toBe('This link no longer works · Hearthline'))
  await page.open('/registration/communityMember')
  await waitFor(() => expect(page.title()).toBe('This page could not be opened · Hearthline'))
  expect(page.notices()).toEqual(['Uh oh, something went wrong!'])
  await page.open('/auth/adminReset/made-up')
  await waitFor(() => expect(page.title()).toBe('Invalid Token · Hearthline'))
  await page.open('/registration/organizationRegistration/verification/made-up')
  await waitFor(() => expect(page.title()).toBe('We do not know this link · Hearthline'))
  await page.open('/registration/completion')
  await waitFor(() =>
    expect(page.title()).toBe('Thank you for registering. Your account has been approved! · Hearthline'),
  )
  await page.open('/registration/completion?verificationRequired=true')
  await waitFor(() => expect(page.title()).toBe('Thank you for registering! · Hearthline'))
})

it('HTTP-04 a 406 while a screen loads shows no notice, and the person stays where they were', async () => {
  const page = await openScreen('/registration/choice', failed)
  page.failNext('GET', /^\/api\/contact\//, { status: 406 })
  go('/registration/communityMember?contactId=x')
  await waitFor(() => expect(page.calls('GET', '/api/contact/x/registration')[0]?.status).toBe(406))
  await waitFor(() => expect(page.location()).toBe('/registration/choice'))
  expect(page.notices()).toEqual([])
})

it('NAV-06 a signed-in reader of an anonymous screen is not looked up, and only once on entering the account area', async () => {
  const { account } = await app.someone()
  const current = ['GET', '/api/portalAccount/current'] as const
  const page = await openScreen('/legal/privacyPolicy', { as: account })
  expect(page.calls(...current)).toEqual([])
  for (const path of ['/myAccount', '/myAccount/security', '/myAccount/home']) {
    const before = page.calls(...current).length
    await page.open(path)
    await waitFor(() => expect(page.getByRole('heading', { level: 1 })).toBeTruthy())
    expect(page.calls(...current).length - before, path).toBe(1)
  }
})

it('NAV-04 LAND-08 the page that was asked for is opened after a forced reset', async () => {
  const account = await makeAccount(app.database, { forcePasswordReset: true })
  await app.database
    .updateTable('account')
    .set({ securityQuestion: 'parents-met', acceptedTermsAndConditions: true })
    .where('id', '=', account.id)
    .execute()
  const page = await openScreen('/support/helpDesk')
  await page.fill('Email', account.email)
  await page.fill('Password', PASSWORD)
  await page.press('Login')
  await waitFor(() => expect(page.location()).toBe('/auth/forceReset'))
  await page.fill(/^Password/, 'marble kettle orbit seven')
  await page.fill(/^Confirm Password/, 'marble kettle orbit seven')
  await page.press('Submit')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
})

it('ACC-01 the frame shows the new name as soon as one renamed oneself', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account } = await app.someone({ roles: ['organization-admin'], organizationId })
  const page = await openScreen(`/organization/people/${account.id}`, { as: account })
  await page.press('Edit')
  await page.fill(/^First Name/, 'Marietta')
  await page.press('Save')
  await waitFor(() => expect(page.words()).toContain('Marietta Tester'))
})

it.each([
  [
    'organization-admin',
    [
      'Home',
      'Referrals',
      'People',
      'Directory',
      'Reports',
      'Intake forms',
      'Help Desk',
      'My organization',
      'Team',
      'Response times',
      'Account',
    ],
  ],
  [
    'platform-admin',
    [
      'Home',
      'Directory',
      'Network report',
      'Missing help',
      'Corrections',
      'To confirm',
      'Categories',
      'Duplicates',
      'Searches',
      'Imports',
      'Intake forms',
      'Registrations',
      'Help Desk',
      'Accounts',
      'Access log',
      'Shared without consent',
      'Consent text',
      'Account',
    ],
  ],
  ['community-member', ['Home', 'Directory', 'Help Desk', 'Account']],
] as const)('NAV-01 the main navigation of %s has its lines in the order of a working day', async (role, lines) => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account } = await app.someone({ roles: [role], ...(role === 'organization-admin' ? { organizationId } : {}) })
  const page = await openScreen('/legal/terms', { as: account })
  await page.open('/myAccount/preferences')
  const navigation = await page.findByRole('navigation', { name: 'Main' })
  const texts = [...navigation.querySelectorAll('a[href]:not([href="/home/redirect"]) > span:first-of-type')]
  expect(texts.map(({ textContent }) => textContent)).toEqual(lines)
})

it('NAV-04 NAV-10 the address that was asked for is kept with its place on the page', async () => {
  const path = `/referrals/${crypto.randomUUID()}#conversation-heading`
  const page = await openScreen(path, failed)
  await waitFor(() => expect(page.location()).toBe('/'))
  expect(sessionStorage.getItem('redirectUrl')).toBe(path)
})
