import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
await importDemoDirectory(app.database)
const openScreen = screensOf(app)
const { account: sam, call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

const findService = async (name: string) => {
  const { body } = await call('GET', `/api/service/?text=${encodeURIComponent(name)}`)
  return body.items.find((item: { name: string }) => item.name === name)
}
/** Changes a service in the directory. */
const change = (id: string, row: Record<string, unknown>) =>
  app.database.updateTable('service').set(row).where('id', '=', id).execute()
/** The headings of a service's facts with the text below each. */
const sections = (page: OpenScreen) =>
  Object.fromEntries(
    page.getAllByRole('heading', { level: 2 }).map((head) => [head.textContent, head.nextElementSibling?.textContent]),
  )
const asked = (page: OpenScreen) => page.calls('GET', '/api/service/').at(-1)?.query

it('DIR-01 each filter changes the address and the search at once, however quickly they are chosen', async () => {
  const page = await openScreen('/directory', { as: sam })
  await page.findAllByRole('heading', { level: 2 })
  const distance = page.getByRole('combobox', { name: 'Distance' }) as HTMLInputElement
  expect([distance.value, distance.disabled]).toEqual(['25 miles', true])
  await page.fill('What is needed', ' food ')
  await page.fill('Near ZIP code or town', '14203')
  await page.press('Search')
  await waitFor(() => expect(page.location()).toBe('/directory?text=food&near=14203'))
  const enabled = () => page.getByRole('combobox', { name: 'Distance' }) as HTMLInputElement
  await waitFor(() => expect(enabled().disabled).toBe(false))
  await page.choose('Distance', '5 miles')
  await waitFor(() => expect(page.location()).toBe('/directory?text=food&near=14203&radius=5'))
  await page.user.click(page.getByLabelText('Free of charge'))
  await waitFor(() => expect(page.location()).toContain('&free=true'))
  // Legible in every color scheme.
  const chip = page.getByLabelText('Free of charge').closest<HTMLElement>('.mantine-Chip-root')
  expect(chip?.style.getPropertyValue('--chip-color')).toBe('var(--hl-on-hearth)')
  await page.choose('Language spoken', 'Spanish')
  await waitFor(() => expect(page.location()).toContain('&language=Spanish'))
  await page.user.click(page.getByLabelText('Takes referrals here'))
  await waitFor(() => expect(asked(page)?.takesReferrals).toBe('true'))
  expect(asked(page)).toEqual({
    ...{
      text: 'food',
      near: '14203',
      radius: '5',
      free: 'true',
      language: 'Spanish',
      takesReferrals: 'true',
      limit: '20',
      searchId: expect.any(String),
    },
  })
  await page.user.click(page.getByLabelText('Free of charge'))
  await waitFor(() => expect(page.location()).not.toContain('free'))
})

it('DIR-01 a ZIP code that cannot be is said at its field, in place of results', async () => {
  const page = await openScreen('/directory', { as: sam })
  await page.fill('Near ZIP code or town', '142')
  await page.press('Search')
  await page.findByText('Write the five digits of a ZIP code.')
  expect(page.queryByText(/services? shown$/)).toBeNull()
  await page.fill('Near ZIP code or town', '99999')
  await page.press('Search')
  await page.findByText('There is no such ZIP code.')
})

it('DIR-06 a search starts at a town or county, and asks which one if several have the name', async () => {
  const page = await openScreen('/directory', { as: sam })
  const near = (text: string) => page.fill('Near ZIP code or town', text)
  const shown = () => (page.getByLabelText('Near ZIP code or town') as HTMLInputElement).value
  await page.fill('What is needed', 'food')
  await near('Buffalo, ny')
  await page.press('Search')
  await waitFor(() => expect(page.location()).toMatch(/text=food&near=142\d\d$/))
  await waitFor(() => expect(shown()).toMatch(/^142/))
  await near('Erie County')
  await page.press('Search')
  const choices = await page.findByRole('group', { name: 'Several places have this name. Which one?' })
  expect(page.outline(choices).slice(1)).toEqual(['Erie County, NY', 'Erie County, OH', 'Erie County, PA'])
  await page.press('Erie County, PA')
  await waitFor(() => expect(page.location()).toMatch(/near=16\d{3}$/))
  await waitFor(() => expect(shown()).toMatch(/^16/))
  expect(page.queryByText('Several places have this name. Which one?')).toBeNull()
  const before = page.location()
  await page.fill('What is needed', 'rent')
  await near('Nowhere at all')
  await page.press('Search')
  await page.findByText('No ZIP code, town or county has this name.')
  page.failNext('GET', '/api/searchStart/', 500)
  await near('Buffalo')
  expect(page.queryByText('No ZIP code, town or county has this name.')).toBeNull()
  await page.press('Search')
  await page.findByText('This place could not be looked up. Please try again.')
  // Nothing typed is lost, and the results are still those of the last search.
  expect(page.location()).toBe(before)
  expect((page.getByLabelText('What is needed') as HTMLInputElement).value).toBe('rent')
  expect(shown()).toBe('Buffalo')
  // What is typed while a place is looked up counts.
  const held = page.holdNext('GET', '/api/searchStart/')
  await near('Buffalo, ny')
  await page.press('Search')
  await near('Eri')
  held.release()
  await page.loaded()
  expect(page.location()).toBe(before)
  expect(shown()).toBe('Eri')
})

it('DIR-01 categories are listed with how many services they have, those below another moved in', async () => {
  const page = await openScreen('/directory', { as: sam })
  await page.user.click(await page.findByRole('combobox', { name: 'Category' }))
  const food = await page.findByRole('option', { name: /^Food \(\d+\)$/ })
  const all = page.getAllByRole('option').map(({ textContent }) => textContent ?? '')
  expect(all.some((name) => name.startsWith('\u2003') && !name.startsWith('\u2003\u2003'))).toBe(true)
  expect(all.every((name) => /\([1-9]\d*\)$/.test(name))).toBe(true)
  await page.user.click(food)
  await waitFor(() => expect(page.location()).toMatch(/^\/directory\?category=/))
  const shown = Number(/\((\d+)\)/.exec(food.textContent ?? '')?.[1])
  await page.findByText(`${Math.min(shown, 20)} services shown`)
})

it('DIR-01 the chosen category is shown also without services or no longer offered, and what names none is left out', async () => {
  const insert = (row: object) =>
    app.database
      .insertInto('taxonomyTerm')
      .values(row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: empty } = await insert({ name: 'Kite repair' })
  const { id: ended } = await insert({ name: 'Kite loans', retiredOn: new Date().toISOString() })
  const page = await openScreen(`/directory?category=${empty}`, { as: sam })
  const field = () => page.getByRole('combobox', { name: 'Category' }) as HTMLInputElement
  await waitFor(() => expect(field().value).toBe('Kite repair (0)'))
  await page.open(`/directory?category=${ended}`)
  await waitFor(() => expect(field().value).toBe('A category no longer offered'))
  await page.open('/directory?text=food&category=abc&bbox=1,2')
  await page.findAllByRole('heading', { level: 2 })
  expect(Object.keys(asked(page) ?? {})).toContain('text')
  expect(asked(page)).not.toHaveProperty('category')
  expect(asked(page)).not.toHaveProperty('bbox')
  expect(field().value).toBe('')
})

it('DIR-01 nothing found says what to try and clears the filters, and more is shown when asked for', async () => {
  const page = await openScreen('/directory?text=qqqqxz', { as: sam })
  await page.findByText('Nothing fits all of this')
  page.getByText('Services that match would be listed here. Try fewer words, a larger distance or another category.')
  await page.press('Clear all filters')
  await page.findByText('20 services shown')
  expect(page.location()).toBe('/directory')
  await page.press('Show more')
  await waitFor(() => expect(page.queryByText('20 services shown')).toBeNull())
  expect(asked(page)?.cursor).toBeTruthy()
})

it('DIR-01 Enter leaves the focus in the field, which follows the address', async () => {
  const page = await openScreen('/directory', { as: sam })
  for (const [label, name, typed, next] of [
    [/^What/, 'text', 'food', 'soup'],
    [/^Near/, 'near', '14201', '14203'],
  ] as const) {
    const field = await page.findByLabelText(label)
    await page.user.type(field, `${typed}{Enter}`)
    await waitFor(() => expect(asked(page)).toMatchObject({ [name]: typed }))
    await page.loaded()
    expect(document.activeElement).toBe(field)
    await page.fill(label, `${next} `)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(asked(page)).toMatchObject({ [name]: next }))
    await waitFor(() => expect(field).toHaveProperty('value', next))
    expect(document.activeElement).toBe(field)
  }
  history.back()
  await waitFor(() => expect(page.getByLabelText(/^Near/)).toHaveProperty('value', '14201'))
})

it('DIR-01 a search that does not get through keeps its filters and is tried again at a press', async () => {
  const page = await openScreen('/home', { as: sam })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/service/', 500)
  await page.open('/directory?text=pantry')
  await page.findByText('The search did not get through. Your filters are kept.')
  await page.press('Try again')
  await page.findByRole('heading', { name: 'Weekly Food Pantry' })
  expect((page.getByLabelText('What is needed') as HTMLInputElement).value).toBe('pantry')
})

it('DIR-02 each place of a service has its address, numbers and the hours of seven days', async () => {
  const { id } = await findService('Weekly Food Pantry')
  const { body } = await call('GET', `/api/service/${id}`)
  const page = await openScreen(`/directory/service/${id}`, { as: sam })
  const places = within(await page.findByRole('region', { name: 'Where and when' }))
  expect(places.getAllByRole('heading', { level: 3 })).toHaveLength(body.places.length)
  const [place] = body.places
  const card = within(places.getByRole('region', { name: place.name }))
  expect(card.getByRole('group').textContent).toContain(place.addresses[0].address1)
  const days = card.getAllByRole('row').slice(1)
  expect(days).toHaveLength(7)
  expect(card.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Day', 'Hours'])
  const words = days.map((row) => row.textContent ?? '')
  const open = place.week.filter(({ hours }: { hours: unknown[] }) => hours.length > 0)
  expect(words.filter((day) => day.endsWith('Closed'))).toHaveLength(7 - open.length)
  for (const day of words) expect(day).toMatch(/day, \d+\/\d+(Closed|\d+(:\d\d)?\s[AP]M – \d+(:\d\d)?\s[AP]M.*)$/)
})

it('DIR-01 a community member reads a service and refers nobody, and a card counts what lies near', async () => {
  const member = await app.someone({ roles: ['community-member'] })
  const page = await openScreen('/directory?text=pantry&near=14203', { as: member.account })
  const card = within(await page.findByRole('region', { name: 'Weekly Food Pantry' }))
  card.getByText(/(miles?|mile) away/)
  card.getByText(/^(Open now|Closed now)$/)
  card.getByText(/^(Today .* – .*|Closed today)(\. Opens .+)?$/)
  expect(card.queryByRole('link', { name: /^Refer/ })).toBeNull()
  expect(page.queryByText('Has no account yet: a referral goes out by e-mail')).toBeNull()
})

it('DIR-02 a service says for whom it is, how to apply and what it costs, and nothing where nothing is known', async () => {
  const { id } = await findService('Weekly Food Pantry')
  const known = {
    ...{ description: 'Food for a week.', eligibilityDescription: 'Anybody', minimumAge: 18, maximumAge: 64 },
    ...{ applicationProcess: 'Come by.', waitTime: 'None', feesDescription: 'A dollar', accreditations: 'Good' },
    ...{ licenses: 'Kitchen', interpretationServices: 'By phone', alert: 'Closed on Friday' },
    ...{ url: 'https://pantry.example.test/', email: 'pantry@example.test', assuredDate: '2020-01-02' },
  }
  await change(id, known)
  const page = await openScreen(`/directory/service/${id}`, { as: sam })
  await page.findByRole('heading', { level: 1, name: 'Weekly Food Pantry' })
  expect(sections(page)).toMatchObject({
    ...{ 'What it is': 'Food for a week.', 'For whom': 'Anybody\nAges 18 to 64', 'How to apply': 'Come by.' },
    ...{ 'Waiting time': 'None', 'Accreditations and licenses': 'Good\nKitchen', Interpretation: 'By phone' },
  })
  page.getByText('A dollar')
  page.getByText('Closed on Friday')
  page.getByText('Nobody has confirmed this for a long time. Call before you send somebody.')
  page.getByText('Not confirmed since 01/02/2020')
  expect(page.getByRole('link', { name: 'pantry.example.test' }).getAttribute('href')).toBe(known.url)
  expect(page.getByRole('link', { name: known.email }).getAttribute('href')).toBe(`mailto:${known.email}`)
  const refer = page.getByRole('link', { name: 'Refer someone' })
  expect(refer.getAttribute('href')).toBe(`/referrals/new?serviceId=${id}`)

  const gone = Object.fromEntries(Object.keys(known).map((name) => [name, null]))
  const today = new Date().toISOString().slice(0, 10)
  await change(id, { ...gone, minimumAge: 60, assuredDate: today, url: 'ftp://pantry.example.test' })
  await page.open(`/directory/service/${id}`)
  await page.findByText('Age 60 and over')
  for (const name of ['What it is', 'How to apply', 'Waiting time', 'Interpretation', 'Accreditations and licenses'])
    expect(page.queryByRole('heading', { name })).toBeNull()
  expect(page.queryByText(/^Not confirmed/)).toBeNull()
  expect(page.queryByText('This service is not listed in the directory at the moment.')).toBeNull()
  expect(page.queryByRole('link', { name: /pantry\.example\.test/ })).toBeNull()
  await change(id, { minimumAge: null, maximumAge: 12, assuredDate: null })
  await page.open(`/directory/service/${id}`)
  await page.findByText('Up to age 12')
  page.getByText('Not confirmed yet')
})

it('DIR-01 a distance that is none, as in a mistyped link, is left out of the search', async () => {
  const page = await openScreen('/directory?text=food&near=14203&radius=abc', { as: sam })
  await page.findAllByRole('heading', { level: 2 })
  expect(asked(page)).toMatchObject({ text: 'food', near: '14203' })
  expect(asked(page)).not.toHaveProperty('radius')
  expect((page.getByRole('combobox', { name: 'Distance' }) as HTMLInputElement).value).toBe('25 miles')
})

it('DIR-01 in Spanish, languages are chosen by their Spanish names and searched by the directory’s', async () => {
  const page = await openScreen('/directory', { as: sam, language: 'es' })
  await page.findAllByRole('heading', { level: 2 })
  await page.choose('Idioma que se habla', 'polaco')
  await waitFor(() => expect(asked(page)).toMatchObject({ language: 'Polish' }))
  expect(await page.findByRole('heading', { level: 2, name: 'Meals on Wheels' })).toBeDefined()
})
