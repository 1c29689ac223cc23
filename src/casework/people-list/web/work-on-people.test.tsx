import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { safeRules } from '#test/safe-contact.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** Staff or an admin of an organization, and people on its record. @returns the people's IDs by first name */
async function begin(role: 'organization-admin' | 'organization-staff', ...names: string[]) {
  const organization = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId: organization.id, roles: [role] })
  const ids: Record<string, string> = {}
  for (const firstName of names) ids[firstName] = (await makePerson(call, { firstName, phones: [] }, null)).id
  return { account, call, ids }
}
const select = (page: OpenScreen, name: string) =>
  page.user.click(page.getByRole('checkbox', { name: `Select ${name} Abadi` }))

it('REF-12 INT-12 two selected people are compared and merged, and a refusal says why', async () => {
  const { account, ids } = await begin('organization-staff', 'Ana', 'Ben', 'Cleo', 'Dora')
  const page = await openScreen('/people', { as: account })
  await page.findByRole('link', { name: 'Ana Abadi' })
  await select(page, 'Ana')
  const compare = page.getByRole('button', { name: 'Compare and merge' }) as HTMLButtonElement
  page.getByRole('region', { name: '1 person selected' })
  page.getByText('Select two people to compare them.')
  expect(compare.disabled).toBe(true)
  await select(page, 'Ben')
  await select(page, 'Cleo')
  expect(compare.disabled).toBe(true)
  await select(page, 'Ben')
  expect(page.queryByText('Select two people to compare them.')).toBeNull()
  expect(page.queryByRole('button', { name: /^Download/ })).toBeNull()
  await page.user.click(compare)
  await page.findByRole('heading', { name: 'Compare two records' })
  for (const name of ['Ana', 'Cleo']) page.getByLabelText(new RegExp(`^${name} Abadi · Recorded`))
  await page.user.click(page.getByLabelText(/^Ana Abadi · Recorded/))
  await page.press('Merge')
  await page.findByRole('heading', { level: 1, name: 'Ana Abadi' })
  // The merged record is on no list any more, not even until the list is read again.
  const reading = page.holdNext('POST', '/api/contact/search')
  await page.user.click(within(page.getByRole('main')).getByRole('link', { name: 'People' }))
  await page.findByLabelText('Loading')
  expect(page.queryByText('Cleo Abadi')).toBeNull()
  reading.release()
  await page.findByRole('link', { name: 'Dora Abadi' })
  expect(page.queryByText('Cleo Abadi')).toBeNull()

  await app.database
    .deleteFrom('contact')
    .where('id', '=', ids.Dora ?? '')
    .execute()
  await select(page, 'Ben')
  await select(page, 'Dora')
  await page.press('Compare and merge')
  await waitFor(() =>
    expect(page.notices()).toContain(
      'This record was merged or erased meanwhile, or does not belong to your organization.',
    ),
  )
  expect(page.location()).toBe('/people')
})

it('REF-12 the keyboard moves, selects, opens and merges, and lists its shortcuts', async () => {
  const { account, ids } = await begin('organization-staff', 'Ana', 'Ben', 'Cleo')
  const page = await openScreen('/people', { as: account })
  await page.findByRole('link', { name: 'Ana Abadi' })
  const press = async (key: string, reaches: string) => {
    await page.user.keyboard(key)
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('link', { name: `${reaches} Abadi` })))
  }
  await page.user.keyboard('?')
  const card = within(await page.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['Next or previous person', 'Open the record', 'Select the person', 'Select up to this person'],
    ...['Compare and merge the two selected people', 'New person', 'Search', 'This card'],
  ])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.keyboard('/')
  expect(document.activeElement).toBe(page.getByLabelText('Search'))
  await page.user.tab()
  await press('j', 'Ana')
  await page.user.keyboard('x')
  await page.findByRole('region', { name: '1 person selected' })
  // One is too few to compare.
  await page.user.keyboard('m')
  await press('j', 'Ben')
  await press('j', 'Cleo')
  await page.user.keyboard('o')
  await page.findByRole('heading', { level: 1, name: 'Cleo Abadi' })
  expect(page.location()).toBe(`/people/${ids.Cleo}`)
  history.back()
  await page.findByRole('link', { name: 'Ana Abadi' })
  await press('j', 'Ana')
  await page.user.keyboard('x')
  await page.findByRole('region', { name: '1 person selected' })
  await press('j', 'Ben')
  await page.user.keyboard('X')
  await page.findByRole('region', { name: '2 people selected' })
  await page.user.keyboard('m')
  await page.findByRole('heading', { name: 'Compare two records' })
  for (const name of ['Ana', 'Ben']) page.getByLabelText(new RegExp(`^${name} Abadi · Recorded`))
})

it('REF-12 an admin saves the list as it was found, or who is selected, as a file', async () => {
  const { account, ids } = await begin('organization-admin', 'Ana', 'Ben')
  const saved: string[] = []
  const files = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as Blob).text().then((words) => saved.push(words))
    return 'blob:nothing'
  })
  const page = await openScreen('/people', { as: account })
  await page.findByRole('link', { name: 'Ana Abadi' })
  await page.fill('Search', 'ben')
  await waitFor(() => expect(page.queryByRole('link', { name: 'Ana Abadi' })).toBeNull())
  await page.press('Download as CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toContain('Abadi,Ben,')
  expect(saved[0]).not.toContain('Ana')
  await page.fill('Search', '')
  await page.findByRole('link', { name: 'Ana Abadi' })
  await select(page, 'Ana')
  await page.press('Download')
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toContain('Abadi,Ana,')
  expect(saved[1]).not.toContain('Ben')
  expect(page.calls('POST', '/api/contact/export').map(({ body }) => body)).toEqual([
    { search: 'ben' },
    { ids: [ids.Ana] },
  ])
  files.mockRestore()
})

it('REF-12 INT-15 a row changes in place, with its warning, and new people wait for the reader', async () => {
  const { account, call, ids } = await begin('organization-staff', 'Ana', 'Ben')
  const page = await openScreen('/people', { as: account })
  await page.findByRole('link', { name: 'Ana Abadi' })
  vi.stubGlobal('scrollY', 200)
  await call('PUT', `/api/contact/${ids.Ben}`, {
    ...{ version: 1, lastName: 'Zumwalt', city: 'Lackawanna', phones: [{ phoneNumber: '(716) 555-0188' }] },
  })
  const ben = await page.findByRole('link', { name: 'Ben Zumwalt' })
  await call('PUT', `/api/contact/${ids.Ben}/safeContact`, safeRules({ doNotContact: true }))
  await waitFor(() => expect(ben.closest('tr')?.textContent).toContain('(716) 555-0188 Do not contact'))
  expect(ben.closest('tr')?.textContent).toContain('Lackawanna')
  // Only what changed was read again.
  expect(page.calls('POST', '/api/contact/search').at(-1)?.body).toEqual({ search: '', ids: [ids.Ben], limit: 1 })
  await makePerson(call, { firstName: 'Cleo', phones: [] }, null)
  const fresh = await page.findByRole('button', { name: '1 new person' })
  expect(page.queryByRole('link', { name: 'Cleo Abadi' })).toBeNull()
  vi.stubGlobal('scrollY', 0)
  await page.user.click(fresh)
  await page.findByRole('link', { name: 'Cleo Abadi' })
})

/** The screen of 51 people, one more than a part of the list has. Each part waits until its `release()`. */
async function openTwoParts(hold: 'holdNext' | 'holdNextAnswer') {
  const { account, call } = await begin('organization-staff')
  const numbers = Array.from({ length: 51 }, (_, count) => 100 + count)
  const people = await Promise.all(
    numbers.map((count) => makePerson(call, { firstName: `P${count}`, phones: [] }, null)),
  )
  const page = await openScreen('/home', { as: account })
  const path = '/api/contact/search'
  const [first, second] = [page.holdNext('POST', path), page[hold]('POST', path)]
  await page.open('/people')
  first.release()
  await page.findByRole('link', { name: 'P100 Abadi' })
  return { page, call, people, path, second }
}

it('REF-12 of a list that is loaded in part, only people who belong into that part are announced', async () => {
  const { page, call, path, second } = await openTwoParts('holdNext')
  expect(page.getByRole('table').getAttribute('aria-rowcount')).toBe('-1')
  vi.stubGlobal('scrollY', 200)
  const late = await makePerson(call, { firstName: 'Late', lastName: 'Zumwalt', phones: [] }, null)
  const early = await makePerson(call, { firstName: 'Early', lastName: 'Ábad', phones: [] }, null)
  const between = await makePerson(call, { firstName: 'P125b', phones: [] }, null)
  await waitFor(() => {
    const read = page.calls('POST', path).filter(({ status }) => status === 200)
    const ids = read.flatMap(({ body }) => (body as { ids?: string[] }).ids ?? [])
    expect(ids).toEqual(expect.arrayContaining([late.id, early.id, between.id]))
  })
  await page.settle()
  await page.findByRole('button', { name: '2 new people' })
  vi.stubGlobal('scrollY', 0)
  second.release()
})

it('REF-12 what others change while a list loads more stays changed once it is there', async () => {
  const { page, call, people, path, second } = await openTwoParts('holdNextAnswer')
  await waitFor(() => expect(page.calls('POST', path).at(1)).toMatchObject({ isAnswered: true }))
  await call('PUT', `/api/contact/${people[0]?.id}`, { version: 1, firstName: 'Pablo', lastName: 'Abadi', phones: [] })
  await page.findByRole('link', { name: 'Pablo Abadi' })
  second.release()
  await page.findByRole('link', { name: 'P150 Abadi' })
  await page.findByRole('link', { name: 'Pablo Abadi' })
  await page.loaded()
  expect(page.queryByRole('link', { name: 'P100 Abadi' })).toBeNull()
})

it('REF-12 a list that is shown again has who was recorded while a search was shown', async () => {
  const { account, call } = await begin('organization-staff', 'Ana', 'Ben')
  const page = await openScreen('/people', { as: account })
  await page.findByRole('link', { name: 'Ana Abadi' })
  await page.fill('Search', 'ben')
  await waitFor(() => expect(page.queryByRole('link', { name: 'Ana Abadi' })).toBeNull())
  const before = page.calls('POST', '/api/contact/search').length
  await makePerson(call, { firstName: 'Cleo', phones: [] }, null)
  // The change has arrived, and the list that is shown has asked for it.
  await waitFor(() => expect(page.calls('POST', '/api/contact/search').length).toBeGreaterThan(before))
  await page.loaded()
  await page.fill('Search', '')
  await page.findByRole('link', { name: 'Cleo Abadi' })
})
