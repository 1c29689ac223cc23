import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** A caseworker of an organization without people on record. */
async function worker() {
  const organization = await makeOrganization(app.database)
  return app.someone({ organizationId: organization.id })
}
const textOf = (element: HTMLElement) => element.textContent
const omar = { firstName: 'Omar', lastName: 'Haddad', birthDate: null, email: null, phones: [], city: 'Buffalo' }

it('INT-01 an empty list says how to begin, and one that cannot be loaded offers another try', async () => {
  const { account } = await worker()
  const page = await openScreen('/people', { as: account })
  await page.findByText('Nobody is recorded yet')
  expect(page.words()).toContain('The people your organization serves. Only your organization sees them here.')
  expect(
    page.shows('Record the first person you help. From their page you can refer them to another organization.'),
  ).toBe(true)
  expect(page.queryByRole('searchbox')).toBeNull()
  expect(page.title()).toContain('People')

  page.failNext('POST', '/api/contact/search', 500)
  page.failNext('POST', '/api/contact/search', 500)
  await page.open('/people')
  await page.findByText('The list could not be loaded')
  await page.press('Try again')
  await waitFor(() => expect(page.queryByText('The list could not be loaded')).toBeNull())
})

it('INT-01 the list shows what is known of each person, as a table and on a phone as cards', async () => {
  const { account, call } = await worker()
  const whole = await makePerson(call, { city: 'Buffalo' }, null)
  await makePerson(call, { firstName: 'Al', lastName: 'Bare', birthDate: null, email: null, phones: [] }, null)
  const page = await openScreen('/people', { as: account })
  const table = within(await page.findByRole('table'))
  expect(table.getAllByRole('columnheader').map(textOf)).toEqual(['Name', 'Birth date', 'Phone', 'Email', 'City'])
  const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toContainEqual(['Noor Abadi', '03/04/1992', '(716) 555-0142', 'noor@example.test', 'Buffalo'])
  expect(rows).toContainEqual(['Al Bare', '', '', '', ''])
  expect(table.getByRole('link', { name: 'Noor Abadi' }).getAttribute('href')).toBe(`/people/${whole.id}`)
  expect(table.getByRole('link', { name: /555-0142/ }).getAttribute('href')).toBe('tel:+17165550142')

  const phone = await openScreen('/people', { as: account, width: 360 })
  const link = await phone.findByRole('link', { name: 'Noor Abadi' })
  expect(link.getAttribute('href')).toBe(`/people/${whole.id}`)
  expect(link.closest('tr')?.textContent).toBe('Noor AbadiBorn 03/04/1992(716) 555-0142Buffalo')
  expect(phone.getByRole('link', { name: 'Al Bare' }).closest('tr')?.textContent).toBe('Al Bare')
})

it('INT-01 shows the number of matches, none or similar ones, and restores the search on going back', async () => {
  const { account, call } = await worker()
  await makePerson(call, {}, null)
  await makePerson(call, { firstName: 'Omar', lastName: 'Haddad' }, null)
  const page = await openScreen('/people', { as: account })
  await page.findByRole('table')
  expect(page.getAllByRole('status').map(textOf)).toContain('')
  await page.fill('Search', 'haddad')
  await page.findByText('1 person shown')
  expect(page.queryByText('Noor Abadi')).toBeNull()
  await page.fill('Search', 'hadad')
  await page.findByText('Nobody is called exactly “hadad”. These names are spelled nearly so.')
  await page.fill('Search', 'zzzz')
  await page.findByText('Nobody found for “zzzz”')
  expect(page.shows('Try part of the name, or record a new person.')).toBe(true)
  expect(page.getAllByRole('link', { name: 'New person' })).toHaveLength(2)

  await page.fill('Search', 'haddad')
  await page.user.click(await page.findByRole('link', { name: 'Omar Haddad' }))
  await page.findByRole('heading', { level: 1, name: 'Omar Haddad' })
  expect(page.location()).not.toContain('haddad')
  history.back()
  await waitFor(() => expect((page.getByLabelText('Search') as HTMLInputElement).value).toBe('haddad'))
  await waitFor(() => expect(page.getAllByRole('row')).toHaveLength(2))
})

it('INT-01 a list of more than 50 goes on by itself, and after a failure when it is asked to', async () => {
  const { account, call } = await worker()
  const numbers = Array.from({ length: 51 }, (_, count) => count)
  await Promise.all(numbers.map((count) => makePerson(call, { firstName: `Person${count}`, email: null }, null)))
  const page = await openScreen('/people', { as: account })
  const isWhole = () =>
    waitFor(() => expect(page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(numbers.length + 1)))
  const asked = () => page.calls('POST', '/api/contact/search').map(({ body }) => body)
  await isWhole()
  const next = { search: '', limit: 50, cursor: expect.any(String) }
  expect(asked()).toEqual([{ search: '', limit: 50 }, next])

  const first = page.holdNext('POST', '/api/contact/search')
  for (let time = 0; time < 2; time++) page.failNext('POST', '/api/contact/search', 500)
  await page.open('/people')
  const before = asked().length
  first.release()
  const again = await page.findByRole('button', { name: 'Try again' })
  await page.settle()
  expect(asked().slice(before)).toEqual([next, next])
  await page.user.click(again)
  await isWhole()
  await waitFor(() => expect(page.queryByRole('button', { name: 'Try again' })).toBeNull())
})

it('INT-01 the empty list of people stands in full, in both languages', async () => {
  const { account } = await worker()
  const page = await openScreen('/people', { as: account })
  await page.findByText('Nobody is recorded yet')
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Nobody is recorded yet',
    'Record the first person you help. From their page you can refer them to another organization.',
    'New person | → /people/new',
  ])
  expect(page.calls('POST', '/api/contact/search').at(-1)?.body).toEqual({ search: '', limit: 50 })
  const spanish = await openScreen('/people', { as: account, language: 'es' })
  await spanish.findByText('Todavía no hay nadie registrado')
  expect(spanish.outline()).toEqual([
    'Personas',
    'Las personas a las que atiende su organización. Aquí solo las ve su organización.',
    'Nueva persona | → /people/new',
    'Todavía no hay nadie registrado',
    'Registre a la primera persona a la que ayude. Desde su página podrá remitirla a otra organización.',
    'Nueva persona | → /people/new',
  ])
})

it('INT-01 the list of people stands in full, in both languages and on a phone', async () => {
  const { account, call } = await worker()
  await makePerson(call, { city: 'Albany' }, null)
  await makePerson(call, omar, null)
  const page = await openScreen('/people', { as: account })
  await page.findByRole('table')
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "" at most 100>',
    '<checkbox Select all loaded people> | Name | Birth date | Phone | Email | City',
    '<checkbox Select Noor Abadi> | Noor Abadi | → /people/<id> | 03/04/1992 | (716) 555-0142 | → tel:+17165550142 | noor@example.test | Albany',
    '<checkbox Select Omar Haddad> | Omar Haddad | → /people/<id> | Buffalo',
    'Keyboard shortcuts',
  ])
  const spanish = await openScreen('/people', { as: account, language: 'es' })
  await spanish.findByRole('table')
  expect(spanish.outline()).toEqual([
    'Personas',
    'Las personas a las que atiende su organización. Aquí solo las ve su organización.',
    'Nueva persona | → /people/new',
    'Buscar',
    'Parte de un nombre, un número de teléfono, un correo electrónico o una fecha de nacimiento',
    '<search "" at most 100>',
    '<checkbox Seleccionar todas las personas cargadas> | Nombre | Fecha de nacimiento | Teléfono | Correo electrónico | Ciudad',
    '<checkbox Seleccionar a Noor Abadi> | Noor Abadi | → /people/<id> | 04/03/1992 | (716) 555-0142 | → tel:+17165550142 | noor@example.test | Albany',
    '<checkbox Seleccionar a Omar Haddad> | Omar Haddad | → /people/<id> | Buffalo',
    'Atajos de teclado',
  ])
  const phone = await openScreen('/people', { as: account, width: 360 })
  await phone.findByRole('link', { name: /^Omar Haddad/ })
  expect(phone.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "" at most 100>',
    '<checkbox Select all loaded people> | Name | Birth date | Phone | Email | City',
    '<checkbox Select Noor Abadi> | Noor Abadi | → /people/<id> | Born 03/04/1992 | (716) 555-0142 | → tel:+17165550142 | Albany',
    '<checkbox Select Omar Haddad> | Omar Haddad | → /people/<id> | Buffalo',
    'Keyboard shortcuts',
  ])
})

it('INT-01 a search says what it found, also where names are only alike or nobody is found', async () => {
  const { account, call } = await worker()
  await makePerson(call, omar, null)
  const page = await openScreen('/people', { as: account })
  await page.fill('Search', 'haddad')
  await page.findByText('1 person shown')
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "haddad" at most 100>',
    '1 person shown',
    '<checkbox Select all loaded people> | Name | Birth date | Phone | Email | City',
    '<checkbox Select Omar Haddad> | Omar Haddad | → /people/<id> | Buffalo',
    'Keyboard shortcuts',
  ])
  await page.fill('Search', 'hadad')
  await page.findByText(/^Nobody is called/)
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "hadad" at most 100>',
    '1 person shown',
    'Nobody is called exactly “hadad”. These names are spelled nearly so.',
    '<checkbox Select all loaded people> | Name | Birth date | Phone | Email | City',
    '<checkbox Select Omar Haddad> | Omar Haddad | → /people/<id> | Buffalo',
    'Keyboard shortcuts',
  ])
  await page.fill('Search', 'zzzz')
  await page.findByText('Nobody found for “zzzz”')
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "zzzz" at most 100>',
    '0 people shown',
    'Nobody found for “zzzz”',
    'Try part of the name, or record a new person.',
    'New person | → /people/new',
  ])
  expect(page.location()).toBe('/people')
  expect(history.state.usr).toEqual({ search: 'zzzz' })
  await page.fill('Search', '')
  await page.findByRole('link', { name: 'Omar Haddad' })
  await waitFor(() => expect(history.state.usr).toBeNull())
})

it('INT-01 a list that cannot be loaded stands in full', async () => {
  const { account } = await worker()
  const page = await openScreen('/home', { as: account })
  for (let time = 0; time < 2; time++) page.failNext('POST', '/api/contact/search', 500)
  await page.open('/people')
  await page.findByText('The list could not be loaded')
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "" at most 100>',
    'The list could not be loaded',
    'Try again',
  ])
})

it('INT-01 a list that is on its way says that it loads', async () => {
  const { account } = await worker()
  const page = await openScreen('/home', { as: account })
  const call = page.holdNext('POST', '/api/contact/search')
  await page.open('/people')
  expect(page.outline()).toEqual([
    'People',
    'The people your organization serves. Only your organization sees them here.',
    'New person | → /people/new',
    'Search',
    'Part of a name, a phone number, an e-mail address or a birth date',
    '<search "" at most 100>',
    '(Loading)',
  ])
  call.release()
  await page.findByText('Nobody is recorded yet')
})
