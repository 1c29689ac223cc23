import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('SEC-06 a wrong code is said at its field, which has the focus again', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, expectedErrors: [/^A call failed: /] })
  await page.press('Cancel')
  const card = (await page.findByRole('heading', { name: /Authenticator App/ })).closest('article')
  await page.user.click(card?.querySelector('button') as HTMLElement)
  const field = await page.findByRole('textbox', { name: /^Code/ })
  await page.user.type(field, '000000')
  await page.press('Verify')
  await page.findByText('Authenticator Enrollment Failed')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
