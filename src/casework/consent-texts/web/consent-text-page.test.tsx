import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const CHANGED = 'Somebody changed the draft in the meantime'
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

it('INT-14 who saves a draft that somebody changed meanwhile keeps what they wrote, and can read or use the other text', async () => {
  const page = await openScreen('/admin/consentText', { as: account, expectedErrors: [/^A call failed: /] })
  await page.press('Write the next version')
  const { title, body } = (await call('GET', '/api/consentText/')).body.items[0]
  const theirs = (en: string, version: number) =>
    call('PUT', '/api/consentText/draft', { title: { ...title, en }, body, version })
  const written = () => page.getByLabelText<HTMLInputElement>('Title in English').value
  await theirs('Theirs', 0)
  await page.fill('Title in English', 'Mine')
  await page.press('Save draft')
  const notice = (await page.findByRole('heading', { name: CHANGED })).closest('[role=alert]') as HTMLElement
  within(notice).getByText('Theirs')
  await waitFor(() => expect(document.activeElement).toBe(notice))
  expect(written()).toBe('Mine')
  await page.press('Save draft')
  await page.findByText('The draft is saved.')
  expect(page.queryByText(CHANGED)).toBeNull()
  const [draft] = (await call('GET', '/api/consentText/')).body.items
  expect(draft.title.en).toBe('Mine')

  await theirs('Theirs again', draft.version)
  await page.press('Publish')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  await page.press('Use their text instead')
  expect([written(), page.queryByText(CHANGED)]).toEqual(['Theirs again', null])
  expect(page.queryByRole('dialog')).toBeNull()
})

it('INT-14 what was written stays if somebody publishes the draft meanwhile, and begins the version after it', async () => {
  const page = await openScreen('/admin/consentText', { as: account, expectedErrors: [/^A call failed: /] })
  await page.fill('Title in English', 'Still mine')
  const [draft] = (await call('GET', '/api/consentText/')).body.items
  expect((await call('POST', '/api/consentText/publish', { version: draft.version })).status).toBe(200)
  await page.press('Save draft')
  await page.findByText(CHANGED)
  expect(page.getByLabelText<HTMLInputElement>('Title in English').value).toBe('Still mine')
  await page.press('Save draft')
  await page.findByText('The draft is saved.')
  const [next] = (await call('GET', '/api/consentText/')).body.items
  expect(next).toMatchObject({ title: { en: 'Still mine' }, publishedOn: null })
})

it('INT-14 who leaves with unsaved text is asked, and can save it', async () => {
  const page = await openScreen('/admin/consentText', { as: account })
  // There may be a draft already.
  const begin = page.queryByRole('button', { name: 'Write the next version' })
  if (begin) await page.user.click(begin)
  const leave = () => page.user.click(page.getByRole('link', { name: 'Home' }))
  const dialog = async () => within(await page.findByRole('dialog', { name: 'Save your changes?' }))
  await page.fill('Title in English', 'Typed in the train')
  await page.user.clear(page.getByLabelText('Text in Spanish'))
  await leave()
  await page.user.click((await dialog()).getByRole('button', { name: 'Save' }))
  await page.findByText('The text must contain {organization}, {recipients}, {needs} and {until}.')
  expect(page.location()).toBe('/admin/consentText')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('Text in Spanish')))
  await page.user.paste('{organization} {recipients} {needs} {until}')
  await leave()
  await page.user.click((await dialog()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.location()).toBe('/home'))
  const [draft] = (await call('GET', '/api/consentText/')).body.items
  expect(draft.title.en).toBe('Typed in the train')
})
