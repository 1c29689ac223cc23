import { expect, it } from 'vitest'
import { makePerson } from '#casework/referrals/server/referral-test-stage.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** A caseworker of an organization without people on record. */
async function worker(roles: ('organization-admin' | 'organization-staff')[] = ['organization-staff']) {
  const organization = await makeOrganization(app.database)
  return app.someone({ organizationId: organization.id, roles })
}
const textOf = (element: HTMLElement) => element.textContent

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
  const rows = table.getAllByRole('row').map((row) => within(row).queryAllByRole('cell').map(textOf))
  expect(rows).toContainEqual(['Noor Abadi', '03/04/1992', '(716) 555-0142', 'noor@example.test', 'Buffalo'])
  expect(rows).toContainEqual(['Al Bare', '', '', '', ''])
  expect(table.getByRole('link', { name: 'Noor Abadi' }).getAttribute('href')).toBe(`/people/${whole.id}`)
  expect(table.getByRole('link', { name: /555-0142/ }).getAttribute('href')).toBe('tel:+17165550142')
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()

  const phone = await openScreen('/people', { as: account, width: 360 })
  const card = await phone.findByRole('link', { name: /Noor Abadi/ })
  expect(card.textContent).toBe('Noor AbadiBorn 03/04/1992(716) 555-0142 · Buffalo')
  expect(card.getAttribute('href')).toBe(`/people/${whole.id}`)
  expect(phone.getByRole('link', { name: /Al Bare/ }).textContent).toBe('Al Bare')
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

it('INT-01 a list of more than 25 goes on when more is asked for', async () => {
  const { account, call } = await worker()
  for (let count = 0; count < 26; count++) await makePerson(call, { firstName: `Person${count}`, email: null }, null)
  const page = await openScreen('/people', { as: account })
  await waitFor(() => expect(page.getAllByRole('row')).toHaveLength(26))
  await page.press('Show more')
  await waitFor(() => expect(page.getAllByRole('row')).toHaveLength(27))
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('INT-01 a record shows all that is known and leaves out what is not', async () => {
  const { account, call } = await worker()
  const whole = await makePerson(
    call,
    {
      ...{ language: 'es', address1: '12 Elm St', address2: 'Floor 2', city: 'Buffalo', stateProvince: 'NY' },
      ...{ postalCode: '14201', note: 'Prefers texts' },
      phones: [{ phoneNumber: '(716) 555-0142' }, { phoneNumber: '(716) 555-0143', kind: 'work', isPrimary: true }],
    },
    null,
  )
  const page = await openScreen(`/people/${whole.id}`, { as: account })
  const facts = within(await page.findByRole('region', { name: 'Details' }))
  const known = facts.getAllByRole('term').map(textOf)
  expect(known).toEqual(['Birth date', 'Phone numbers', 'Email', 'Language', 'Address', 'Note', 'Recorded on'])
  const values = facts.getAllByRole('definition').map(textOf)
  expect(values.slice(0, -1).sort()).toEqual(
    [
      ...['03/04/1992', '(716) 555-0142 Mobile', '(716) 555-0143 Work · call first', 'noor@example.test', 'Spanish'],
      ...['12 Elm St\nFloor 2\nBuffalo, NY 14201', 'Prefers texts'],
    ].sort(),
  )
  expect(values.at(-1)).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(facts.getByRole('link', { name: '(716) 555-0143' }).getAttribute('href')).toBe('tel:+17165550143')
  expect(facts.getByRole('link', { name: 'noor@example.test' }).getAttribute('href')).toBe('mailto:noor@example.test')
  const target = (name: string) => within(page.getByRole('main')).getByRole('link', { name }).getAttribute('href')
  expect(target('Referrals')).toBe(`/referrals?direction=outgoing&contactId=${whole.id}`)
  expect(target('Refer this person')).toBe(`/referrals/new?contactId=${whole.id}`)

  const bare = { firstName: 'Al', lastName: 'Bare', birthDate: null, email: null, phones: [] }
  await page.open(`/people/${(await makePerson(call, bare, null)).id}`)
  const little = within(await page.findByRole('region', { name: 'Details' }))
  expect(little.getAllByRole('term').map(textOf)).toEqual(['Recorded on'])
})

it('NAV-03 the way back from a record leads to the list, and a title takes the focus when editing begins and ends', async () => {
  const { account, call } = await worker()
  const { id } = await makePerson(call, {}, null)
  const page = await openScreen(`/people/${id}`, { as: account })
  await page.press('Edit')
  const title = await page.findByRole('heading', { level: 1, name: 'Edit Noor Abadi' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(page.queryByRole('link', { name: 'Refer this person' })).toBeNull()
  await page.press('Cancel')
  await page.findByRole('heading', { level: 1, name: 'Noor Abadi' })
  const main = within(page.getByRole('main'))
  await page.user.click(main.getByRole('link', { name: 'People' }))
  await page.findByRole('heading', { level: 1, name: 'People' })
  expect(page.location()).toBe('/people')
})

it.each(['sw-1', 'Mon'])(
  'INT-01 a language that looks like a tag and is none, “%s”, is shown as entered',
  async (language) => {
    const { account, call } = await worker()
    const { id } = await makePerson(call, { language }, null)
    const page = await openScreen(`/people/${id}`, { as: account })
    expect((await page.findByText('Language')).nextElementSibling?.textContent).toBe(language)
  },
)
