import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('NOTE-01 an answer in one language suffices, and buttons put placeholders where the caret is', async () => {
  const sue = await app.someone({ roles: ['support-agent'] })
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  await page.press('New answer')
  await page.press('Save')
  await waitFor(() => expect(page.queryAllByText('This is needed.')).toHaveLength(2))
  await page.fill(/^Title in Spanish/, 'Saludo')
  await page.fill(/^Text in Spanish/, 'Hola, : gracias')
  const text = page.getByLabelText(/^Text in Spanish/) as HTMLTextAreaElement
  text.setSelectionRange(6, 6)
  const buttons = page.getByRole('group', { name: 'Insert in the Spanish text' })
  await page.user.click(buttons.querySelector('button') as HTMLElement)
  expect(text.value).toBe('Hola, {{firstName}}: gracias')
  await page.press('Save')
  await page.findByRole('heading', { name: 'Saludo' })
  const { items } = (await sue.call('GET', '/api/supportPortal/cannedAnswer/')).body
  expect(items).toMatchObject([{ titleEn: '', textEn: '', titleEs: 'Saludo' }])
})

it('NOTE-01 a placeholder that does not exist is told at its field, and nothing is saved', async () => {
  const sue = await app.someone({ roles: ['support-agent'] })
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  await page.press('New answer')
  await page.fill(/^Title in English/, 'Reset')
  await page.fill(/^Text in English/, 'Hello {{password}}')
  await page.press('Save')
  await page.findByText('There is no such placeholder. The ones that exist are listed above.')
  expect(page.getByLabelText(/^Text in English/).getAttribute('aria-invalid')).toBe('true')
  expect(page.calls('POST')).toEqual([])
})
