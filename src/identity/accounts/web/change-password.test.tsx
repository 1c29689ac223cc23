import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const NEW = 'violet kettle morning 47'
const PATH = '/api/myAccountPortalAccount/'
const refused = { expectedErrors: [/^A call failed: /] }

async function fillAll(page: OpenScreen, current = PASSWORD, password = NEW, again = password) {
  await page.fill(/^Current Password/, current)
  await page.fill(/^New Password/, password)
  await page.fill(/^Confirm Password/, again)
}
const fields = [/^Current Password/, /^New Password/, /^Confirm Password/]
const values = (page: OpenScreen) => fields.map((label) => (page.getByLabelText(label) as HTMLInputElement).value)

it('SEC-01 looks at all fields first, saves, says so, and empties the fields', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account })
  await page.findByRole('dialog', { name: 'Change Password' })
  await page.press('Save')
  const invalid = () => fields.map((label) => page.getByLabelText(label).getAttribute('aria-invalid'))
  await waitFor(() => expect(invalid()).toEqual(['true', 'true', 'true']))
  await fillAll(page, PASSWORD, NEW, 'another text 12')
  await page.press('Save')
  await page.findByText('Password does not match')
  expect(page.calls('PUT')).toEqual([])
  await page.fill(/^Confirm Password/, NEW)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('Account Saved Successfully!'))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('PUT', PATH).map(({ status }) => status)).toEqual([200])
  await page.press('Change Password')
  await page.findByRole('dialog', { name: 'Change Password' })
  expect(values(page)).toEqual(['', '', ''])
  await app.signIn(account.email, NEW)
})

it('SEC-01 a failure only ends the busy state: the dialog stays, and what was typed with it', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, ...refused })
  await fillAll(page)
  page.failNext('PUT', PATH, 500)
  await page.press('Save')
  await waitFor(() => expect(page.calls('PUT', PATH)).toMatchObject([{ status: 500 }]))
  await waitFor(() => expect(page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).not.toBe('true'))
  expect(page.notices()).toEqual(['Uh oh, something went wrong!'])
  expect(page.logged()).toEqual(['A call failed: 500 unexpected'])
  expect(values(page)).toEqual([PASSWORD, NEW, NEW])
  await page.fill(/^Current Password/, 'not the password 1')
  await page.press('Save')
  await page.findByText('This is not your present password.')
  expect(page.notices()).toEqual(['Uh oh, something went wrong!'])
  page.failNext('PUT', PATH, 429)
  await page.press('Save')
  await waitFor(() => expect(page.notices().join()).toMatch(/Too many wrong tries/))
  await app.signIn(account.email, PASSWORD)
})

it('SEC-01 a weak password, or one made of the own name, is refused before it is sent', async () => {
  const { account } = await app.someone({ firstName: 'Marguerite', lastName: 'Okonkwo' })
  const page = await openScreen('/myAccount/security', { as: account })
  for (const weak of ['password1', 'Marguerite1']) {
    await fillAll(page, PASSWORD, weak)
    await page.press('Save')
    await waitFor(() => expect(page.getByLabelText(/^New Password/).getAttribute('aria-invalid')).toBe('true'))
  }
  expect(page.calls('PUT')).toEqual([])
})

it('SEC-01 the dialog is closed by its own buttons alone', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account })
  await page.findByRole('dialog', { name: 'Change Password' })
  await page.user.keyboard('{Escape}')
  await page.user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement)
  await page.settle()
  expect(page.queryByRole('dialog', { name: 'Change Password' })).not.toBeNull()
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Change Password')
  await page.press('Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('SEC-01 a canceled dialog forgets what was typed', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account })
  await fillAll(page, PASSWORD, NEW, 'another text 12')
  await page.press('Save')
  await page.findByText('Password does not match')
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Change Password')
  await page.findByRole('dialog', { name: 'Change Password' })
  expect(values(page)).toEqual(['', '', ''])
  expect(page.shows('Password does not match')).toBe(false)
})
