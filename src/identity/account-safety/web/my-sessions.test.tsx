import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const SESSIONS = '/api/mySession/'
const ACTIVITY = '/api/myActivity'

/** The security page of an account with two other sessions. */
async function openSecurity() {
  const { account } = await app.someone()
  await app.signIn(account.email, account.password)
  const page = await openScreen('/myAccount/security', { as: account, expectedErrors: [/^A call failed: /] })
  await page.press('Cancel')
  await within(section(page, 'Where I am signed in')).findAllByRole('listitem')
  return page
}
const section = (page: OpenScreen, name: string) => page.getByRole('region', { name })
const sessions = (page: OpenScreen) => within(section(page, 'Where I am signed in'))

it('D-AUTH-2 the security page lists where somebody is signed in, and ends one place or all others', async () => {
  const page = await openSecurity()
  const rows = () => sessions(page).getAllByRole('listitem')
  expect(rows()).toHaveLength(3)
  expect(sessions(page).getAllByText('This one')).toHaveLength(1)
  expect(sessions(page).getAllByRole('button', { name: /^End the session / })).toHaveLength(2)
  const here = rows().find((row) => within(row).queryByText('This one')) as HTMLElement
  expect(within(here).queryByRole('button')).toBeNull()

  const [first] = sessions(page).getAllByRole('button', { name: /^End the session / })
  await page.user.click(first as HTMLElement)
  await waitFor(() => expect(page.notices()).toContain('The session was ended'))
  await waitFor(() => expect(rows()).toHaveLength(2))

  await page.press('End all others')
  await waitFor(() => expect(page.notices()).toContain('1 session was ended'))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(sessions(page).getByText('You are signed in nowhere else.')).toBeTruthy()
  expect(sessions(page).queryByRole('button')).toBeNull()
  expect(page.calls('DELETE').map(({ status }) => status)).toEqual([200, 200])
})

it('D-AUTH-2 lists that fail to load say so and can be reloaded; the history shows what and who', async () => {
  const page = await openSecurity()
  // Each call is retried once before the screen shows the error.
  for (const path of [SESSIONS, SESSIONS, ACTIVITY, ACTIVITY]) page.failNext('GET', path, 500)
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await waitFor(() => expect(page.getAllByText('The list could not be loaded.')).toHaveLength(2))
  for (const again of page.getAllByRole('button', { name: 'Try again' })) await page.user.click(again)
  await waitFor(() => expect(page.queryByText('The list could not be loaded.')).toBeNull())
  const history = within(section(page, 'What happened to my account'))
  const rows = await history.findAllByRole('listitem')
  expect(rows).toHaveLength(3)
  for (const row of rows) {
    expect(within(row).getByText('Signed in')).toBeTruthy()
    expect(within(row).getByText(/^You · /)).toBeTruthy()
  }
  expect(history.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(history.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Download for a spreadsheet', `${ACTIVITY}/export?format=csv`],
    ['Download as JSON', `${ACTIVITY}/export?format=json`],
  ])
})

it('D-AUTH-2 the history shows at once what happens to the account meanwhile', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, expectedErrors: [/^A call failed: /] })
  await page.press('Cancel')
  const history = () => within(section(page, 'What happened to my account')).getAllByRole('listitem')
  await waitFor(() => expect(history()).toHaveLength(2))
  await app.signIn(account.email, account.password)
  await waitFor(() => expect(history()).toHaveLength(3))
})

it('D-AUTH-2 whoever impersonates an account sees that they cannot change how it is signed in to', async () => {
  const { account: admin } = await app.someone({ roles: ['platform-admin'] })
  const { account: owner } = await app.someone()
  await app.database
    .insertInto('passkey')
    .values({
      accountId: owner.id,
      credentialId: 'a-credential',
      publicKey: Buffer.from('key'),
      name: 'Blue phone',
      isSynced: false,
      transports: sql`'{}'` as never,
    })
    .execute()
  const page = await openScreen('/myAccount/impersonate', { as: admin, expectedErrors: [/^A call failed: /] })
  await page.fill('Name or e-mail', owner.email)
  await page.press(/^Impersonate /)
  const dialog = within(await page.findByRole('dialog'))
  await page.fill(/^Reason/, 'Ticket 12')
  await page.user.click(dialog.getByRole('button', { name: /^Impersonate / }))
  await waitFor(() => expect(page.location()).toBe('/home'))
  await page.open('/myAccount/security')
  for (const name of ['Change Password', 'Enroll', /Blue phone/])
    for (const button of await page.findAllByRole<HTMLButtonElement>('button', { name }))
      expect([button.textContent, button.disabled]).toEqual([button.textContent, true])
  expect(page.getAllByRole('button', { name: /Blue phone/ })).toHaveLength(2)
  // The dialog, which opens by itself for the owner, does not.
  expect(page.queryByRole('dialog')).toBeNull()
})
