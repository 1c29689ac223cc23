import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeAccount, PASSWORD } from './factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const failed = { expectedErrors: [/^A call failed: /] }

/** Tries to sign in on the front page; returns the text that stays at the form. */
async function trySignIn(page: OpenScreen, email: string, password: string) {
  const before = page.calls('POST', '/api/auth/login/fallback').length
  await page.fill('Email', email)
  await page.fill('Password', password)
  await page.press('Login')
  await waitFor(() => expect(page.calls('POST', '/api/auth/login/fallback').slice(before)[0]?.status).toBeTruthy())
  await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('Password').value).toBe(''))
  return within(page.getByRole('form')).getByText('Login Failed').parentElement?.textContent
}

it('LAND-09 why signing in failed stays at the form, with the seconds to wait and the reason of the captcha', async () => {
  const { email } = await makeAccount(app.database)
  const page = await openScreen('/', failed)
  expect(await trySignIn(page, email, 'wrong')).toContain('Check the e-mail address and the password.')
  expect(page.notices()).toEqual(['Login Failed'])
  expect(document.activeElement).toBe(page.getByLabelText('Password'))
  for (let i = 0; i < 4; i++) await trySignIn(page, email, 'wrong')
  expect(await page.findByText(/Signing in failed several times/)).toBeTruthy()
  await page.solveCaptcha()
  await trySignIn(page, email, 'wrong')
  expect(await page.findByText(/^You can try again in \d+ seconds?\.$/)).toBeTruthy()
})

it('LAND-06 the password can be shown', async () => {
  const page = await openScreen('/')
  const show = page.getByRole('button', { name: 'Show password' })
  await page.user.click(show)
  expect(page.getByLabelText('Password').getAttribute('type')).toBe('text')
  expect(show.getAttribute('aria-pressed')).toBe('true')
})

it('D-HTTP-1 HTTP-02 a session that ended leads to the front page with a word, and back after signing in', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...failed })
  const save = await page.findByRole('button', { name: 'Save' })
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  // The first call that notices it leaves the page.
  await page.user.click(save)
  await waitFor(() => expect(page.location()).toBe('/'))
  expect(await page.findByText(/^You were signed out/)).toBeTruthy()
  await page.fill('Email', account.email)
  await page.fill('Password', PASSWORD)
  await page.press('Login')
  expect(await page.findByRole('heading', { name: 'Notification Preferences' })).toBeTruthy()
  expect(page.location()).toBe('/myAccount/preferences')
})

it('D-HTTP-1 HTTP-02 whoever typed something is asked to sign in over the screen, which keeps it', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, ...failed })
  for (const [label, text] of [
    [/^Current Password/, PASSWORD],
    [/^New Password/, 'marble kettle orbit seven'],
    [/^Confirm Password/, 'marble kettle orbit seven'],
  ] as const)
    await page.fill(label, text)
  // A refused call about second factors leads elsewhere (HTTP-03), so the whole screen must have loaded before.
  await waitFor(() => expect(page.calls().filter(({ status }) => status === undefined)).toEqual([]))
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  await page.press('Save')
  expect(await page.findByRole('dialog', { name: 'You were signed out' })).toBeTruthy()
  expect(page.location()).toBe('/myAccount/security')
  expect(page.getByLabelText<HTMLInputElement>(/^Current Password/).value).toBe(PASSWORD)
})

it('D-HTTP-1 an account that was shut meanwhile is told so in front of the screen, not that its password is wrong', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, ...failed })
  for (const label of [/^Current Password/, /^New Password/, /^Confirm Password/]) await page.fill(label, PASSWORD)
  await waitFor(() => expect(page.calls().filter(({ status }) => status === undefined)).toEqual([]))
  await app.database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', account.id)
    .execute()
  await app.database.deleteFrom('session').where('accountId', '=', account.id).execute()
  await page.press('Save')
  const dialog = within(await page.findByRole('dialog', { name: 'You were signed out' }))
  await page.user.type(dialog.getByLabelText('Password'), PASSWORD)
  await page.user.click(dialog.getByRole('button', { name: 'Sign in' }))
  expect(await page.findByText('This account is not active any more. Please ask an administrator.')).toBeTruthy()
})
