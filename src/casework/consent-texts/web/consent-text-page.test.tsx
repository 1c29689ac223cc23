import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { account, call } = await app.someone({ roles: ['platform-admin'] })

it('INT-14 an admin of the platform writes and publishes the next version of the consent text', async () => {
  const page = await openScreen('/admin/consentText', { as: account, expectedErrors: [/^A call failed: /] })
  await page.findByRole('heading', { level: 1, name: 'Consent text' })
  await page.press('Write the next version')
  await page.fill('Title in English', 'Sharing what I tell you')
  await page.fill('Text in Spanish', 'Sin nada')
  await page.press('Save draft')
  await page.findByText('The text must contain {organization}, {recipients}, {needs} and {until}.')
  expect(page.calls('PUT')).toEqual([])
  const body = '{organization} {recipients} {needs} {until}'
  await page.user.clear(page.getByLabelText('Text in Spanish'))
  await page.user.click(page.getByLabelText('Text in Spanish'))
  await page.user.paste(body)
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
  await page.press('Save draft')
  await page.findByText('The draft is saved.')
  const publish = () => page.getByRole<HTMLButtonElement>('button', { name: 'Publish' })
  await waitFor(() => expect(publish().disabled).toBe(false))
  await page.press('Publish')
  const dialog = within(await page.findByRole('dialog', { name: 'Publish this text?' }))
  dialog.getByText('From now on consents are given on it. It cannot be changed any more.')
  await page.user.click(dialog.getByRole('button', { name: 'Publish' }))
  await page.findByRole('heading', { level: 3, name: 'Version 2' })
  await page.findByRole('button', { name: 'Write the next version' })
  const [text] = (await call('GET', '/api/consentText/')).body.items
  expect(text).toMatchObject({ number: 2, title: { en: 'Sharing what I tell you' }, body: { es: body } })
})

it('INT-14 who saves a draft that somebody changed meanwhile is told, and sees how it is now', async () => {
  const page = await openScreen('/admin/consentText', { as: account, expectedErrors: [/^A call failed: /] })
  await page.press('Write the next version')
  const { title, body } = (await call('GET', '/api/consentText/')).body.items[0]
  await call('PUT', '/api/consentText/draft', { title: { ...title, en: 'Theirs' }, body, version: 0 })
  await page.fill('Title in English', 'Mine')
  await page.press('Save draft')
  await page.findByText('Somebody changed the draft in the meantime. This is how it is now.')
  await page.findByDisplayValue('Theirs')
})
