import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { database } = app
await importDemoDirectory(database)
const dana = await app.someone({ roles: ['data-manager'] })
const maria = await app.someone()
const day = (ago: number) => sql<string>`current_date - ${ago}::integer`
const { items } = (await dana.call('GET', '/api/category/')).body
const furniture = items.find((each: { name: string }) => each.name === 'Furniture')
await database
  .insertInto('searchMiss')
  .values([
    { day: day(2), words: 'davenport', categoryId: null, zipArea: '142', nothing: 4 },
    { day: day(2), words: 'davenport', categoryId: null, zipArea: null, relaxed: 1 },
    { day: day(40), words: '', categoryId: furniture.id, zipArea: '000', abandoned: 2 },
    { day: day(2), words: null, categoryId: null, zipArea: '142', nothing: 1 },
  ])
  .execute()
const open = (options = {}) => openScreen('/admin/searches', { as: dana.account, ...options })

it('DIR-13 the screen says what was searched for in vain, where and how often, with ways to change that', async () => {
  const page = await open()
  const table = await page.findByRole('table')
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['Words', 'Category', 'Where', 'Nothing found', 'Only nearly', 'Nothing opened', 'What to do'],
    ['davenport', '', '142… (4), no place (1)', '4', '1', '0', 'SearchAdd to a category'],
    ['(no words)', 'Furniture', 'areas with few people (2)', '0', '0', '2', ''],
    ['(words not kept)', '', '142… (1)', '1', '0', '0', ''],
  ])
  expect(page.getByText(/^5 found nothing, 1 only what nearly fits, and of 2 nothing was opened\./)).toBeTruthy()
  expect(page.getByRole('link', { name: 'Search: davenport' }).getAttribute('href')).toBe('/directory?text=davenport')
  const file = page.getByRole('link', { name: 'Download as CSV' })
  expect(file.getAttribute('href')).toBe('/api/searchMiss/export?language=en')
})

it('DIR-13 DIR-12 categories that cannot be read can be read again', async () => {
  const page = await open({ expectedErrors: [/^A call failed: /] })
  // It is retried once automatically.
  for (let n = 0; n < 2; n++) page.failNext('GET', '/api/category/', 500)
  await page.press('Add to a category: davenport')
  const dialog = within(await page.findByRole('dialog'))
  await dialog.findByText('This could not be loaded.')
  expect(dialog.queryByLabelText('Loading')).toBeNull()
  await page.press('Try again')
  expect(await dialog.findByRole('combobox', { name: /^Category/ })).toBeTruthy()
})

it('DIR-13 DIR-12 words are added to a category, also if somebody else just changed it', async () => {
  const page = await open()
  await page.user.click(await page.findByRole('button', { name: 'Add to a category: davenport' }))
  const dialog = within(await page.findByRole('dialog'))
  await page.press('Save')
  expect(await page.findByText('This is needed.')).toBeTruthy()
  await page.choose(/^Category/, 'Goods › Home Goods › Furniture')
  const { serviceCount: _, retiredOn: __, mergedInto: ___, ...values } = furniture
  await dana.call('PUT', `/api/category/${furniture.id}`, { ...values, synonymsEn: ['sofas'] })
  await page.user.click(dialog.getByRole('radio', { name: 'English' }))
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Saved: Furniture']))
  const now = (await dana.call('GET', '/api/category/')).body.items
  expect(now.find(({ id }: { id: string }) => id === furniture.id)).toMatchObject({
    ...{ synonymsEn: ['davenport', 'sofas'], nameEs: 'Muebles', version: 3 },
  })
})

it('DIR-13 the period and the area are chosen, and what is wrong stands at its field', async () => {
  const page = await open()
  await page.findByRole('table')
  await page.fill('ZIP code begins with', '142')
  await page.press('Show')
  await waitFor(() => expect(page.queryByText('(no words)')).toBeNull())
  expect(page.location()).toMatch(/zipArea=142/)
  await page.fill('ZIP code begins with', '1')
  await page.press('Show')
  expect(await page.findByText('Enter three digits.')).toBeTruthy()
  const empty = await openScreen('/admin/searches?startDate=2020-01-01&endDate=2020-01-02', { as: dana.account })
  expect(await empty.findByText('Every search of this period found something')).toBeTruthy()
})

it('DIR-13 the focus stays where it is when another period is shown, and the inputs follow it', async () => {
  const page = await open()
  await page.findByRole('table')
  const input = (name: string) => page.getByLabelText(name) as HTMLInputElement
  await page.fill('From', '2026-01-01')
  const before = input('To').value
  expect(before).not.toBe('')
  await page.press('Show')
  await waitFor(() => expect(page.location()).toMatch(/startDate=2026-01-01/))
  await page.loaded()
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Show' }))
  await page.user.click(input('From'))
  await page.user.keyboard('{Enter}')
  await page.loaded()
  expect(document.activeElement).toBe(input('From'))
  await page.open('/admin/searches?startDate=2026-02-01&zipArea=142')
  await waitFor(() => expect(input('From').value).toBe('2026-02-01'))
  expect(input('To').value).toBe(before)
})

it('DIR-13 in Spanish, from the categories, and not for others', async () => {
  const page = await openScreen('/admin/categories', { as: dana.account, language: 'es' })
  await page.user.click(await page.findByRole('link', { name: 'Búsquedas sin resultado' }))
  expect(await page.findByText('(palabras no guardadas)')).toBeTruthy()
  expect(page.getByText('Muebles')).toBeTruthy()
  const refused = await openScreen('/admin/searches', { as: maria.account })
  await refused.findByRole('heading', { name: 'Searches without result' })
  expect(refused.calls('GET', '/api/searchMiss/')).toEqual([])
})

it('DIR-13 the directory names its search, keeps the name while only filters change, and says once that something was opened', async () => {
  const page = await openScreen('/directory?text=food', { as: maria.account })
  await page.findAllByRole('link', { name: /Food/ })
  await page.user.click(page.getByText('Free of charge'))
  await waitFor(() => expect(page.calls('GET', '/api/service/')).toHaveLength(2))
  const ids = () => page.calls('GET', '/api/service/').map(({ query }) => query.searchId)
  expect(new Set(ids()).size).toBe(1)
  const opened = `/api/serviceSearch/${ids()[0]}/opened`
  expect(page.calls('POST', opened)).toEqual([])
  const results = await page.findAllByRole('heading', { level: 2 })
  await page.user.click(within(results[0] as HTMLElement).getByRole('link'))
  await waitFor(() => expect(page.calls('POST', opened)).toHaveLength(1))
  await page.user.click(await within(page.getByRole('main')).findByRole('link', { name: 'Directory' }))
  await page.findAllByRole('heading', { level: 2 })
  expect(new Set(ids()).size).toBe(1)
  await page.fill('What is needed', 'housing')
  await page.press('Search')
  await waitFor(() => expect(new Set(ids()).size).toBe(2))
  expect(page.calls('POST', opened)).toHaveLength(1)
})
