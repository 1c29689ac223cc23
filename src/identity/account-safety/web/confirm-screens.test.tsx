import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Without what is another one in each run. */
const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>'))

it('SEC-03 SEC-08 whoever confirms that it is them chooses the way, is told what was wrong, and goes on', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/auth/reauthenticate?returnUrl=%2Fdirectory', { as: account, ...refused })
  expect(page.title()).toContain('Confirm that it is you')
  expect(plain(page.outline())).toEqual([
    'Confirm that it is you',
    'Write your password again to go on.',
    'Password | *',
    '<password "" at most 1000>',
    'Show Password',
    'Continue',
    'Other ways',
    'Send an e-mail to <email>',
    'Cancel | → /directory',
  ])
  await page.press('Continue')
  await waitFor(() => expect(page.getByLabelText(/^Password/).getAttribute('aria-invalid')).toBe('true'))
  await page.fill(/^Password/, 'not the password')
  await page.press('Continue')
  await waitFor(() => expect(page.calls('POST').map(({ status }) => status)).toEqual([401]))
  await page.findByText('Login Failed')
  await page.press(/^Send an e-mail/)
  await page.findByRole('button', { name: /password/i })
  expect(plain(page.outline())).toEqual([
    'Confirm that it is you',
    'We send a code by e-mail to <email>.',
    'Send code',
    'Other ways',
    'Use your password',
    'Cancel | → /directory',
  ])
  await page.press(/password/i)
  await page.fill(/^Password/, PASSWORD)
  await page.press('Continue')
  await waitFor(() => expect(page.location()).toBe('/directory'))
  await page.open('/auth/reauthenticate?returnUrl=//evil.example/')
  await page.fill(/^Password/, PASSWORD)
  await page.press('Continue')
  await waitFor(() => expect(page.location()).toBe('/home'))
})

it('SUP-04 a platform admin impersonates an account with a reason', async () => {
  const { account: admin } = await app.someone({ roles: ['platform-admin'], firstName: 'Ada', lastName: 'Root' })
  const { account: owner } = await app.someone({ firstName: 'Oda', lastName: 'Moon' })
  const page = await openScreen('/myAccount/impersonate', { as: admin, ...refused })
  expect(plain(page.outline())).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Impersonate | → /myAccount/impersonate',
    'Impersonate an account',
    "See the portal as the account's owner sees it, to help them. They get an e-mail with your name and the reason. It ends after 30 minutes.",
    'Name or e-mail',
    'At least three characters',
    '<search "" at most 100>',
  ])
  await page.fill('Name or e-mail', owner.email)
  await page.findByRole('button', { name: /^Impersonate / })
  expect(plain(page.outline())).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Impersonate | → /myAccount/impersonate',
    'Impersonate an account',
    "See the portal as the account's owner sees it, to help them. They get an e-mail with your name and the reason. It ends after 30 minutes.",
    'Name or e-mail',
    'At least three characters',
    '<search "<email>" at most 100>',
    'Oda Moon | <email> | Impersonate Oda Moon',
  ])
  await page.press(/^Impersonate /)
  const opened = await page.findByRole('dialog')
  expect(plain(page.outline(opened))).toEqual([
    'Impersonate Oda Moon?',
    '(Close)',
    'Reason | *',
    'Oda Moon reads it in the e-mail.',
    '<textarea "" at most 300>',
    'Cancel',
    'Impersonate Oda Moon',
  ])
  const dialog = within(opened)
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await page.settle()
  expect(page.calls('POST', '/api/portalAccount/impersonate')).toEqual([])
  await page.fill(/^Reason/, 'Ticket 12')
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await waitFor(() => expect(page.location()).toBe('/home'))
  const call = page.calls('POST', '/api/portalAccount/impersonate')[0]
  expect([call?.query, call?.body]).toEqual([{ portalAccountId: owner.id }, { reason: 'Ticket 12' }])
  await page.findByText(/Ada Root, you are impersonating Oda Moon\./)
})
