import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>'))
const SESSIONS = '/api/mySession/'
const END = '/api/portalAccount/impersonate/end'

/** The security page of somebody who signed in an hour ago. */
async function openStale() {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, ...refused })
  await page.press('Cancel')
  await page.findByRole('button', { name: 'End all others' })
  await app.database
    .updateTable('session')
    .set({ authenticatedOn: new Date(Date.now() - 3600_000).toISOString() })
    .where('accountId', '=', account.id)
    .execute()
  return { account, page }
}
const ends = (page: Awaited<ReturnType<typeof openScreen>>) =>
  page.calls('DELETE', SESSIONS).map(({ status }) => status)

it('SEC-03 an act that needs a fresh sign-in asks in place, and goes on with the password', async () => {
  const { account, page } = await openStale()
  await page.press('End all others')
  const dialog = await page.findByRole('dialog', { name: 'Confirm that it is you' })
  await within(dialog).findByText('Other ways')
  expect(plain(page.outline(dialog))).toEqual([
    'Confirm that it is you',
    'You signed in more than five minutes ago, and this change concerns an account. Nothing that you typed is lost.',
    'Write your password again to go on.',
    'Password | *',
    '<password "" at most 1000>',
    'Show Password',
    'Continue',
    'Other ways',
    'Send an e-mail to <email>',
    'Cancel',
  ])
  await page.fill(/^Password/, 'not the password')
  await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(page.getByLabelText(/^Password/).getAttribute('aria-invalid')).toBe('true'))
  expect(plain(page.outline(dialog))).toEqual([
    'Confirm that it is you',
    'You signed in more than five minutes ago, and this change concerns an account. Nothing that you typed is lost.',
    'Write your password again to go on.',
    'Password | *',
    '<password "" at most 1000>',
    'Show Password',
    'Login Failed',
    'Continue',
    'Other ways',
    'Send an e-mail to <email>',
    'Cancel',
  ])
  await page.fill(/^Password/, account.password)
  await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(page.notices()).toContain('1 session was ended'))
  expect(page.queryByRole('dialog')).toBeNull()
  expect(ends(page)).toEqual([401, 200])
})

it('SEC-03 whoever does not confirm changes nothing, and is not told of an error', async () => {
  const { page } = await openStale()
  await page.press('End all others')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const button = page.getByRole('button', { name: 'End all others' })
  await waitFor(() => expect(button.getAttribute('data-loading')).toBeNull())
  await page.user.click(button)
  const again = await page.findByRole('dialog')
  await waitFor(() => expect(again.contains(document.activeElement)).toBe(true))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.settle()
  expect(ends(page)).toEqual([401, 401])
  expect(page.notices()).toEqual([])
  expect(page.getByRole('button', { name: 'End all others' })).toBeTruthy()
})

/** Somebody who impersonates another account, on that account's home. */
async function openActing() {
  const { account: admin } = await app.someone({ roles: ['platform-admin'], firstName: 'Ada', lastName: 'Root' })
  const { account: owner } = await app.someone({ firstName: 'Oda', lastName: 'Moon' })
  const page = await openScreen('/myAccount/impersonate', { as: admin, ...refused })
  await page.fill('Name or e-mail', owner.email)
  await page.press(/^Impersonate /)
  const dialog = within(await page.findByRole('dialog'))
  await page.fill(/^Reason/, 'Ticket 12')
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await waitFor(() => expect(page.location()).toBe('/home'))
  return { page, banner: await page.findByRole('complementary', { name: 'Impersonation' }), owner }
}

it('SUP-04 whoever impersonates sees it, is seen by the owner, and returns to their own account', async () => {
  const { page, banner, owner } = await openActing()
  await within(banner).findByText(/left$/)
  await page.loaded()
  expect(page.outline(banner)).toEqual([
    '(Impersonation)',
    'Ada Root, you are impersonating Oda Moon. | 30 minutes left',
    'Back to my own account',
  ])
  const theirs = await app.signIn(owner.email, owner.password)
  expect(
    (await theirs('GET', SESSIONS)).body.items.map((one: { impersonatedBy: string | null }) => one.impersonatedBy),
  ).toContain('Ada Root')
  await page.user.click(within(banner).getByRole('button', { name: 'Back to my own account' }))
  await waitFor(() => expect(page.location()).toBe('/admin/review'))
  expect(page.calls('POST', END).map(({ status }) => status)).toEqual([204])
  expect(page.queryByRole('complementary', { name: 'Impersonation' })).toBeNull()
})

it('SUP-04 an impersonation is ended once, also if a call that was on its way is refused meanwhile', async () => {
  const { page, banner } = await openActing()
  const { release } = page.holdNext('POST', END)
  const back = within(banner).getByRole('button', { name: 'Back to my own account' })
  await page.user.click(back)
  await page.user.click(back)
  // The session is asked for, as when another tab has ended it.
  page.failNext('GET', '/api/authentication/session', 401)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(page.calls('GET', '/api/authentication/session').at(-1)?.status).toBe(401))
  release()
  await waitFor(() => expect(page.location()).toBe('/admin/review'))
  expect(page.calls('POST', END).map(({ status }) => status)).toEqual([204])
})

it('SUP-04 an impersonation that cannot be ended leads to the front page', async () => {
  const { page, banner } = await openActing()
  page.failNext('POST', END, 500)
  await page.user.click(within(banner).getByRole('button', { name: 'Back to my own account' }))
  await waitFor(() => expect(page.calls('POST', END).map(({ status }) => status)).toEqual([500]))
  await waitFor(() => expect(page.location()).toBe('/home'))
})

it('SUP-04 finding nobody, a protected account, and one that cannot sign in are told', async () => {
  const { account: admin } = await app.someone({ roles: ['platform-admin'] })
  const name = `Quill${crypto.randomUUID().slice(0, 6)}`
  await app.someone({ roles: ['platform-admin'], firstName: 'Rex', lastName: name })
  await app.someone({ firstName: 'Gus', lastName: name })
  const page = await openScreen('/myAccount/impersonate', { as: admin, ...refused })
  await page.fill('Name or e-mail', 'zz')
  // Three letters are enough.
  await page.fill('Name or e-mail', 'zzz')
  await page.findByText('Nobody was found.')
  expect(page.calls('GET', '/api/portalAccount/impersonate/findAccount').map(({ query }) => query)).toEqual([
    { text: 'zzz' },
  ])
  await page.fill('Name or e-mail', name)
  await page.findByRole('button', { name: `Impersonate Gus ${name}` })
  expect(plain(page.outline().slice(9)).map((line) => line.replaceAll(name, 'Quill'))).toEqual([
    'Gus Quill | <email> | Impersonate Gus Quill',
    'Rex Quill | <email> | This account cannot be impersonated',
  ])
  await page.press(`Impersonate Gus ${name}`)
  const opened = await page.findByRole('dialog')
  const dialog = within(opened)
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await waitFor(() => expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
  expect(page.outline(opened).map((line) => line.replaceAll(name, 'Quill'))).toEqual([
    'Impersonate Gus Quill?',
    '(Close)',
    'Reason | *',
    'Gus Quill reads it in the e-mail.',
    '<textarea "" at most 300>',
    'This is needed.',
    'Cancel',
    'Impersonate Gus Quill',
  ])
  await page.fill(/^Reason/, 'Ticket 12')
  page.failNext('POST', '/api/portalAccount/impersonate', 500)
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await waitFor(() => expect(page.notices()).toEqual(['That did not work. Please try again.']))
  page.failNext('POST', '/api/portalAccount/impersonate', 406)
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await waitFor(() => expect(page.notices()).toContain('This account cannot sign in at present.'))
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})
