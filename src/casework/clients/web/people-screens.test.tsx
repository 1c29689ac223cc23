import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** A caseworker of an organization without people on record. */
async function worker(roles: ('organization-admin' | 'organization-staff')[] = ['organization-staff']) {
  const organization = await makeOrganization(app.database)
  return app.someone({ organizationId: organization.id, roles })
}
const textOf = (element: HTMLElement) => element.textContent

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
