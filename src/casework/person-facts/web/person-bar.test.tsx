import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { searchFailed, selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makeProvider } = directoryOf(app)
const { account: sam, call } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const { account: member } = await app.someone({ roles: ['community-member'] })
const addService = async (name: string, row: object) =>
  add('service', { organizationId: (await makeProvider()).id, name, ...row })
await addService('Ember adults', { minimumAge: 18, maximumAge: 999 })
await addService('Ember seniors', { minimumAge: 60 })
await addService('Ember veterans', { minimumAge: 18, populations: ['veterans'] })
await addService('Ember words', { eligibilityDescription: 'Call us first.' })
const addPerson = async (given: object = {}): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', birthDate: '1992-05-01', ...given }))
    .body.id

it('DIR-14 from a record, the search says of each result whether it fits that person and why', async () => {
  const contactId = await addPerson()
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  await page.user.click(await page.findByRole('link', { name: 'Find a service' }))
  await page.findByRole('link', { name: 'For Ana Rivera' })
  await page.fill('What is needed', 'ember')
  await page.press('Search')
  const verdictOf = async (name: string) =>
    page.outline(await page.findByRole('region', { name })).find((line) => /fits? \|/i.test(line))
  expect(await verdictOf('Ember adults')).toBe('Fits | Age 18 and over')
  expect(await verdictOf('Ember seniors')).toBe('Does not fit | Age 60 and over')
  expect(await verdictOf('Ember veterans')).toBe(
    'May fit | For: veterans and service members (not known: military service)',
  )
  expect(await verdictOf('Ember words')).toBe('May fit | Only the text says for whom it is: read it')
  expect(page.getByRole('link', { name: 'Refer someone to Ember adults' }).getAttribute('href')).toContain(
    `&contactId=${contactId}`,
  )
  await page.user.click(page.getByRole('link', { name: 'Ember seniors' }))
  await page.findByRole('heading', { level: 1, name: 'Ember seniors' })
  await page.findByText('Does not fit')
  expect(page.getByRole('link', { name: 'Refer someone' }).getAttribute('href')).toContain(`&contactId=${contactId}`)
  await page.open(`/directory?text=ember&contactId=${contactId}`)
  await page.findByRole('link', { name: 'For Ana Rivera' })
  expect(page.location()).not.toContain('1992')
  const press = async (name: string) => page.user.click(await page.findByRole('checkbox', { name }))
  await press('Only what fits')
  await waitFor(() =>
    expect(page.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual(['Ember adults']),
  )
  await press('Leave out what does not fit')
  await page.findByRole('region', { name: 'Ember words' })
  expect(page.queryByRole('region', { name: 'Ember seniors' })).toBeNull()
  await page.press('Search for nobody in particular')
  await page.findByRole('region', { name: 'Ember seniors' })
  expect(page.shows('Does not fit')).toBe(false)
  expect(page.location()).toBe('/directory?text=ember')
})

it('DIR-14 a result says whether it names the language of the person', async () => {
  for (const [name, language] of [
    ['Lantern uno', 'Spanish'],
    ['Lantern two', 'Polish'],
  ] as const)
    await add('language', { serviceId: await addService(name, {}), name: language })
  const contactId = await addPerson({ firstName: 'Luz', lastName: 'Ortega', language: 'Spanish' })
  const page = await openScreen(`/directory?text=lantern&contactId=${contactId}`, { as: sam })
  const lineOf = async (name: string) =>
    page.outline(await page.findByRole('region', { name })).find((line) => /fits? \|/i.test(line))
  expect(await lineOf('Lantern uno')).toMatch(/speaks Spanish/)
  expect(await lineOf('Lantern two')).toMatch(/Spanish not listed/)
})

it('DIR-14 in the search, staff choose a person on record, and whether it starts where they live', async () => {
  const contactId = await addPerson({ firstName: 'Noor', lastName: 'Saleh', postalCode: '14201' })
  const page = await openScreen('/directory?text=ember', { as: sam })
  await page.press('Find for a person on record')
  const field = await page.findByRole('combobox', { name: 'Person' })
  await page.user.type(field, 'Nobody Known')
  await page.findByText('Nobody on record has this name.')
  await page.user.clear(field)
  await page.user.type(field, 'Noor Sal')
  await page.user.click(await page.findByRole('option', { name: 'Noor Saleh · 05/01/1992' }))
  await page.findByText(/^Nothing fits within 100 miles/)
  expect(page.location()).toBe(`/directory?text=ember&contactId=${contactId}`)
  await page.user.click(page.getByRole('link', { name: 'Search anywhere' }))
  await waitFor(() => expect(page.queryByText(/^Nothing fits within/)).toBeNull())
  expect(page.location()).toBe(`/directory?text=ember&contactId=${contactId}&anywhere=true`)
  await page.user.click(await page.findByRole('checkbox', { name: 'Near their ZIP code' }))
  await page.findByRole('checkbox', { name: 'Near their ZIP code, 14201' })
  const spanish = await openScreen(`/directory?text=ember&anywhere=true&contactId=${contactId}`, {
    as: sam,
    language: 'es',
  })
  expect(spanish.outline(await spanish.findByRole('region', { name: 'Ember veterans' }))).toContain(
    'Podría cumplir | Para: veteranos y militares (no se sabe: servicio militar)',
  )
})

it('DIR-01 DIR-14 around where the person lives, the distance can be chosen', async () => {
  const contactId = await addPerson({ firstName: 'Noor', lastName: 'Haddad', postalCode: '14201' })
  const page = await openScreen(`/directory?text=ember&contactId=${contactId}`, { as: sam })
  await page.choose('Distance', '5 miles')
  await waitFor(() => expect(page.location()).toBe(`/directory?text=ember&contactId=${contactId}&radius=5`))
  const asked = () => page.calls('POST', '/api/service/search').at(-1)?.body
  await waitFor(() => expect(asked()).toMatchObject({ contactId, radius: '5' }))
  await page.user.click(await page.findByRole('checkbox', { name: /^Near their ZIP code/ }))
  const distance = () => page.getByRole('combobox', { name: 'Distance' }) as HTMLInputElement
  await waitFor(() => expect(distance().disabled).toBe(true))
})

it('DIR-14 says that a person is not on record here, and offers nobody to members', async () => {
  const page = await openScreen('/directory?text=ember&contactId=00000000-0000-4000-8000-000000000000', {
    as: sam,
    expectedErrors: [/404/],
  })
  await page.findByText('This person is not on record here.')
  const other = await openScreen('/directory?text=ember', { as: member })
  await other.findByRole('region', { name: 'Ember adults' })
  expect(other.queryByRole('button', { name: 'Find for a person on record' })).toBeNull()
})

it('DIR-14 a late answer does not change which person Enter chooses; a failed search says so', async () => {
  const ids: string[] = []
  for (const lastName of ['Arbor', 'Bridge', 'Canal']) ids.push(await addPerson({ firstName: 'Ysolde', lastName }))
  const page = await openScreen('/directory?text=ember', { as: sam, expectedErrors: [/^A call failed: /] })
  await page.press('Find for a person on record')
  for (let time = 0; time < 2; time++) page.failNext('POST', '/api/contact/search', 500)
  const list = await typeInto(page, 'Person', 'ysold')
  await page.findByText(searchFailed.en)
  await page.user.paste('e')
  await waitFor(() => expect(list.options()).toHaveLength(3))
  expect(page.queryByText(searchFailed.en)).toBeNull()
  await selectDespiteLateAnswer(page, list, ' canal', ['POST', '/api/contact/search'])
  await waitFor(() => expect(page.location()).toBe(`/directory?text=ember&contactId=${ids[1]}`))
})

it('DIR-14 a person who could not be read is not told as one who is not there', async () => {
  const contactId = await addPerson()
  const page = await openScreen('/home', { as: sam, expectedErrors: [/^A call failed: /] })
  // The read is repeated once by itself.
  for (let time = 0; time < 2; time++) page.failNext('GET', `/api/contact/${contactId}`, 500)
  await page.open(`/directory?text=ember&contactId=${contactId}`)
  const bar = await page.findByRole('region', { name: 'The person you search for' })
  await page.findByText('This could not be loaded.')
  expect(page.outline(bar).slice(0, 3)).toEqual([
    '(The person you search for)',
    'This could not be loaded.',
    'Try again',
  ])
  await page.press('Try again')
  await page.findByRole('link', { name: 'For Ana Rivera' })
})
