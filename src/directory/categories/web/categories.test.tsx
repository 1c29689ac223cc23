import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
await importDemoDirectory(app.database)
const dana = await app.someone({ roles: ['data-manager'], firstName: 'Dana', lastName: 'Ito' })
const ed = await app.someone({ roles: ['platform-admin'], firstName: 'Ed', lastName: 'Poe' })
const open = (path = '/admin/categories', options = {}) => openScreen(path, { as: dana.account, ...options })

const path = '/api/category/'
const blank = { nameEs: null, parentId: null, need: null, synonymsEn: [], synonymsEs: [] }
const make = async (values: object) => (await dana.call('POST', path, { ...blank, ...values })).body
/** What the tree shows of one category. */
const rowOf = async (page: OpenScreen, name: string) => {
  const item = (await page.findByRole('button', { name })).closest('li')
  return page.outline(item?.firstElementChild as HTMLElement)
}
const choose = async (page: OpenScreen, name: string, act: string) => {
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.click(await page.findByRole('button', { name: `More for ${name}` }))
  await page.user.click(await page.findByRole('menuitem', { name: act }))
  return page.findByRole('dialog')
}

it('DIR-12 the tree shows names in both languages, needs, other words, and the listings with a link to them', async () => {
  const page = await open()
  expect(await rowOf(page, 'Food')).toEqual([
    '(What is below Food)',
    'Food | Alimentos',
    expect.stringMatching(
      /^\d+ listings \| → \/directory\?category=\S+ \| Need: Food \| food, hunger, hungry, alimentación, alimento, alimentos, comida, hambre$/,
    ),
    '(More for Food)',
  ])
  expect(page.queryByRole('button', { name: 'Food Pantry' })).toBeNull()
  await page.press('What is below Food')
  expect(page.getByRole('button', { name: 'What is below Food' }).getAttribute('aria-expanded')).toBe('true')
  const below = within(page.getByRole('list', { name: 'Below Food' }))
  await page.user.click(below.getAllByRole('link', { name: /^\d+ listings?$/ })[0] as HTMLElement)
  await waitFor(() => expect(page.location()).toMatch(/^\/directory\?category=/))
})

it('DIR-12 a search finds a category by a word in either language, with what stands above it', async () => {
  const page = await open()
  await page.fill('Find a category', 'despensa')
  await waitFor(() => expect(page.queryByRole('button', { name: 'Housing' })).toBeNull())
  expect(await page.findByRole('button', { name: 'Food' })).toBeTruthy()
  expect(await page.findByRole('button', { name: 'Food Pantry' })).toBeTruthy()
  expect(page.location()).toBe('/admin/categories?text=despensa')
  await page.fill('Find a category', 'nothing at all')
  expect(await page.findByText('No category is called like that')).toBeTruthy()
})

it('DIR-12 a category is added below another with all that belongs to it', async () => {
  const page = await open()
  const dialog = within(await choose(page, 'Goods', 'Add one below'))
  await page.fill(/^Name in English/, 'Bicycles')
  await page.fill('Name in Spanish (optional)', 'Bicicletas')
  await page.choose('Need (optional)', 'Transportation')
  const english = dialog.getByRole('textbox', { name: 'Other words in English' })
  await page.user.type(english, 'bikes{Enter}two  wheelers,tandem')
  await page.user.type(dialog.getByRole('textbox', { name: 'Other words in Spanish' }), 'bicis{Enter}')
  await page.user.click(dialog.getByRole('button', { name: 'Remove bikes' }))
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Saved: Bicycles']))
  expect(page.calls('POST', path).map(({ body }) => body)).toEqual([
    {
      ...{ name: 'Bicycles', nameEs: 'Bicicletas', need: 'transportation-insecurity', parentId: expect.any(String) },
      ...{ synonymsEn: ['two wheelers', 'tandem'], synonymsEs: ['bicis'] },
    },
  ])
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('What is below Goods')
  expect(await rowOf(page, 'Bicycles')).toEqual([
    'Bicycles | Bicicletas',
    '0 listings | Need: Transportation | tandem, two wheelers, bicis',
    '(More for Bicycles)',
  ])
})

it('DIR-12 what is refused stands at its field', async () => {
  await make({ name: 'Aprons' })
  const page = await open()
  await page.press('Add a category')
  const dialog = within(await page.findByRole('dialog'))
  await page.user.type(
    dialog.getByRole('textbox', { name: 'Other words in English' }),
    'one two three four five{Enter}',
  )
  await page.press('Save')
  expect(await page.findByText('A search compares at most four words. Please shorten it.')).toBeTruthy()
  await page.press('Remove one two three four five')
  await page.fill(/^Name in English/, 'aprons')
  await page.press('Save')
  expect(await page.findByText('There is a category with this name at this place.')).toBeTruthy()
  expect(page.notices()).toEqual([])
})

it('DIR-12 what two data managers change at once is put together, and asked where both changed one field', async () => {
  const made = await make({ name: 'Kites', synonymsEn: ['string'] })
  const page = await open()
  await page.user.click(await page.findByRole('button', { name: 'Kites' }))
  const dialog = within(await page.findByRole('dialog'))
  await page.fill(/^Name in English/, 'Box kites')
  await page.user.type(dialog.getByRole('textbox', { name: 'Other words in English' }), 'tail{Enter}')
  await ed.call('PUT', `${path}${made.id}`, {
    ...blank,
    ...{ name: 'Kites and wind', nameEs: 'Cometas', need: 'stress', synonymsEn: ['string', 'wind'], version: 1 },
  })
  await page.press('Save')
  const heading = await page.findByText('Somebody else changed this category meanwhile')
  const notice = heading.closest('[role=alert]') as HTMLElement
  expect(page.outline(notice)).toEqual([
    'Somebody else changed this category meanwhile',
    'Their other changes are in the form now, together with yours. Choose what these are to be, then save.',
    'Name in English',
    ...['<radio checked>', 'Yours', 'Box kites'],
    ...['<radio>', 'Theirs', 'Kites and wind'],
  ])
  await page.user.click(within(notice).getByRole('radio', { name: 'Theirs' }))
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Saved: Kites and wind']))
  const { items } = (await dana.call('GET', path)).body
  expect(items.find(({ id }: { id: string }) => id === made.id)).toMatchObject({
    ...{ name: 'Kites and wind', nameEs: 'Cometas', need: 'stress', version: 3 },
    synonymsEn: ['string', 'tail', 'wind'],
  })
})

it('DIR-12 a category that listings have leads from retiring to merging, which moves them', async () => {
  const page = await open()
  await page.press('What is below Food')
  await choose(page, 'Food Pantry', 'Retire')
  await page.press('Retire')
  expect(await page.findByText(/^Listings have this category\./)).toBeTruthy()
  await page.press('Merge into another')
  const dialog = await page.findByRole('dialog', { name: 'Merge Food Pantry' })
  expect(page.outline(dialog)).toContainEqual(expect.stringMatching(/^\d+ listings? moves? to the other category/))
  await page.user.click(within(dialog).getByRole('button', { name: 'Merge' }))
  expect(await page.findByText('This is needed.')).toBeTruthy()
  await page.choose(/^Merge into/, 'Food › Emergency Food')
  await page.user.click(within(dialog).getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(page.notices()).toEqual(['Food Pantry is now Emergency Food']))
  await waitFor(() => expect(page.queryByRole('button', { name: 'Food Pantry' })).toBeNull())
  await page.user.click(page.getByRole('checkbox', { name: 'Show retired ones' }))
  const gone = (await page.findByText('Food Pantry')).closest('li') as HTMLElement
  expect(page.outline(gone)).toEqual([
    'Food Pantry | Despensa de alimentos | Merged | 0 listings | Need: Food | now Emergency Food | (More for Food Pantry)',
  ])
})

it('DIR-12 a category is retired, offered again, and its history told', async () => {
  await make({ name: 'Lace' })
  const page = await open()
  await choose(page, 'Lace', 'Retire')
  await page.press('Retire')
  await waitFor(() => expect(page.notices()).toEqual(['Lace is retired']))
  await page.user.click(page.getByRole('checkbox', { name: 'Show retired ones' }))
  await choose(page, 'Lace', 'Offer again')
  await page.press('Offer again')
  await waitFor(() => expect(page.notices()).toContain('Lace is offered again'))
  const history = await choose(page, 'Lace', 'History')
  await within(history).findByText('Retired')
  expect(page.outline(history)).toEqual([
    'History of Lace',
    '(Close)',
    'Offered again | Dana Ito · just now',
    'Retired | Dana Ito · just now',
    'Added | Dana Ito · just now | Name in English: nothing → Lace',
  ])
})

it('DIR-12 what cannot be offered again or merged says why', async () => {
  const above = await make({ name: 'Marsh' })
  const below = await make({ name: 'Reeds', parentId: above.id })
  for (const { id } of [below, above])
    await dana.call('PUT', `${path}${id}/retirement`, { version: 1, isRetired: true })
  const [one, two] = [await make({ name: 'Hills' }), await make({ name: 'Dales' })]
  for (const parentId of [one.id, two.id]) for (const name of ['Paths', 'Gates']) await make({ name, parentId })
  const page = await open()
  await page.user.click(page.getByRole('checkbox', { name: 'Show retired ones' }))
  await page.press('What is below Marsh')
  await choose(page, 'Reeds', 'Offer again')
  await page.press('Offer again')
  expect(await page.findByText('The category above it is retired. Offer that one again first.')).toBeTruthy()
  await page.press('Cancel')
  await choose(page, 'Hills', 'Merge into another')
  const dialog = await page.findByRole('dialog', { name: 'Merge Hills' })
  await page.choose(/^Merge into/, 'Dales')
  await page.user.click(within(dialog).getByRole('button', { name: 'Merge' }))
  expect(await page.findByText(/^Both have categories of the same name below them: Gates and Paths\./)).toBeTruthy()
  expect(page.notices()).toEqual([])
})

it('DIR-12 a history that cannot be read says so, and can be read again', async () => {
  const { id } = await make({ name: 'Tinsel' })
  const page = await open('/admin/categories', { expectedErrors: [/^A call failed: /] })
  // It is retried once automatically.
  for (let n = 0; n < 2; n++) page.failNext('GET', `${path}${id}/history`, 500)
  const history = await choose(page, 'Tinsel', 'History')
  await within(history).findByText('This could not be loaded.')
  await page.press('Try again')
  await within(history).findByText('Added')
  expect(page.queryByText('This could not be loaded.')).toBeNull()
})

it('DIR-12 a pasted list of words is taken whole', async () => {
  await make({ name: 'Tents' })
  const page = await open()
  await page.user.click(await page.findByRole('button', { name: 'Tents' }))
  const field = await page.findByRole('textbox', { name: 'Other words in English' })
  const pasted = Array.from({ length: 20 }, (_, n) => `pavilion ${n}`)
  await page.user.click(field)
  await page.user.paste(`${pasted.slice(0, 10).join(', ')},`)
  await page.user.paste(pasted.slice(10).join('\n'))
  await page.user.paste('marquee')
  expect(field).toHaveProperty('value', 'marquee')
  await page.press('Save')
  await waitFor(() => expect([page.notices(), page.queryByRole('dialog')]).toEqual([['Saved: Tents'], null]))
  const { items } = (await dana.call('GET', path)).body
  const { synonymsEn } = items.find(({ name }: { name: string }) => name === 'Tents')
  expect(synonymsEn.toSorted()).toEqual([...pasted, 'marquee'].toSorted())
  await page.user.click(await page.findByRole('button', { name: 'Tents' }))
  await page.user.click(await page.findByRole('textbox', { name: 'Other words in English' }))
  await page.user.paste('x'.repeat(301))
  await page.press('Save')
  await page.findByText('A search compares at most four words. Please shorten it.')
})

it('DIR-12 another data manager’s change appears without a reload', async () => {
  const page = await open()
  await make({ name: 'Marionettes' })
  expect(await page.findByRole('button', { name: 'Marionettes' })).toBeTruthy()
})

it('DIR-12 in Spanish the Spanish names come first, and others have no access', async () => {
  const page = await open('/admin/categories', { language: 'es' })
  expect(await page.findByRole('button', { name: 'Alimentos' })).toBeTruthy()
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Categorías')
  const staff = await app.someone({ roles: ['organization-admin'] })
  const refused = await openScreen('/admin/categories', { as: staff.account })
  expect(await refused.findByRole('heading', { name: 'Categories' })).toBeTruthy()
  expect(refused.queryByRole('link', { name: 'Categories' })).toBeNull()
})
