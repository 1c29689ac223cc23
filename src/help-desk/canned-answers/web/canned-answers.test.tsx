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
