import { expect, it } from 'vitest'
import { recordChange } from '#directory/listings/server/listings-public.ts'
import { notNamed } from '#identity/organizations/organization-name.ts'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { account: ada, call: asAda } = await app.someone({ roles: ['platform-admin'], firstName: 'Ada' })
const own = await makeOrganization(database, { name: 'Quilt Hall' })
const admin = (firstName: string) => app.someone({ organizationId: own.id, firstName, roles: ['organization-admin'] })
const { account: maria, call: asMaria } = await admin('Maria')
const { add } = directoryOf(app)
async function makePlace(organizationId: string, name: string | null, address1: string | null, more = {}) {
  const id = await add('location', { organizationId, name, ...more })
  if (address1)
    await add('address', { locationId: id, address1, city: 'Buffalo', addressType: 'physical', country: 'US' })
  return id
}
const editorOf = (id: string) => `/organization/listing/${id}`
const stored = async (id: string) => (await asAda('GET', `/api/service/${id}/editor`)).body
const makeService = async (name: string, more: Record<string, unknown> = {}) =>
  (await asMaria('POST', '/api/service/', { name, ...more })).body.id as string

/** An organization that is not named, with five places. */
async function makeNotNamed() {
  const { id: organizationId } = await makeOrganization(database, { name: notNamed('Erie', crypto.randomUUID()) })
  await makePlace(organizationId, 'Main hall', '1 Elm St')
  await makePlace(organizationId, 'Annex', null)
  // Places without a name are in the order of their ids.
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()].sort()
  await makePlace(organizationId, null, '3 Elm St', { id: second })
  const bare = await makePlace(organizationId, null, null, { id: first })
  const place = await makePlace(organizationId, 'Attic', null)
  return { organizationId, bare, place }
}

it('DIR-11 a service that was merged into another one says in the list of its organization where it went', async () => {
  const { id: other } = await makeOrganization(database, { name: 'Elk House' })
  const { organizationId } = await makeNotNamed()
  const stays = await add('service', { organizationId: other, name: 'Felt and looms' })
  await add('service', { organizationId, name: 'Looms', mergedInto: stays })
  const page = await openScreen(`/organization/listing?organizationId=${organizationId}`, { as: ada })
  const link = await page.findByRole('link', { name: 'Merged into “Felt and looms” of Elk House' })
  expect(link.getAttribute('href')).toBe(`/directory/service/${stays}`)
})

it('ORG-02 a platform admin finds the services and places of another organization', async () => {
  const { organizationId, bare, place } = await makeNotNamed()
  const listed = (await asAda('POST', '/api/service/', { organizationId, name: 'Baking', locationIds: [bare, place] }))
    .body
  await asAda('POST', `/api/service/${listed.id}/verification`, { version: listed.version })
  await add('service', { organizationId, name: 'Weaving', status: 'inactive' })
  const page = await openScreen(`/organization/listing?organizationId=${organizationId}`, { as: ada })
  expect(page.outline().map((line) => line.replace(/\d\d\/\d\d\/\d{4}/, '<day>'))).toEqual([
    'My organization',
    'What the directory says about Provider not named. The directory shows changes at once.',
    'Edit the profile | → /organization/profile/<id>',
    'Add a service | → /organization/listing/new?organizationId=<id>',
    'Services',
    'Baking | 2 places | In the directory | Last verified <day> | → /organization/listing/<id>',
    'Weaving | No place of its own | Not in the directory | Not confirmed yet | → /organization/listing/<id>',
    'Places',
    'Add a place | → /organization/place/new?organizationId=<id>',
    'Annex | → /organization/place/<id> | (Mark as confidential: Annex) | Mark as confidential | (Remove Annex) | Remove',
    'Attic | → /organization/place/<id> | (Mark as confidential: Attic) | Mark as confidential | (Remove Attic) | Remove',
    'Main hall | → /organization/place/<id> | 1 Elm St, Buffalo | (Mark as confidential: Main hall) | Mark as confidential | (Remove Main hall) | Remove',
    'Place without a name | → /organization/place/<id> | (Mark as confidential: Place without a name) | Mark as confidential | (Remove Place without a name) | Remove',
    '3 Elm St, Buffalo | → /organization/place/<id> | (Mark as confidential: 3 Elm St, Buffalo) | Mark as confidential | (Remove 3 Elm St, Buffalo) | Remove',
  ])
})

it('ORG-04 a platform admin describes a new service of another organization, and the draft stays with it', async () => {
  const { organizationId, bare } = await makeNotNamed()
  await add('service', { organizationId, name: 'Weaving' })
  const page = await openScreen(`/organization/listing?organizationId=${organizationId}`, { as: ada })
  await page.user.click(page.getByRole('link', { name: 'Add a service' }))
  await page.findByRole('heading', { level: 1, name: 'Add a service' })
  await page.findByLabelText('At a new place')
  expect(page.outline().filter((line) => !line.startsWith('<'))).toEqual([
    'Add a service',
    'Provider not named offers this. You add hours and telephone numbers in the next step.',
    'Name of the service | *',
    ...['What it is (optional)', 'For whom (optional)', 'How to apply (optional)', 'Fees (optional)'],
    ...['Where it is offered', 'Your places', 'Annex', 'Attic', 'Main hall', '1 Elm St, Buffalo'],
    ...['Place without a name', '3 Elm St, Buffalo', 'At a new place'],
    "A service by telephone or at people's homes needs no place.",
    ...['Cancel | → /organization/listing?organizationId=<id>', 'Add the service'],
  ])
  await page.fill(/^Name of the service/, 'Night bread')
  await page.user.click(page.getByLabelText('Place without a name'))
  await page.user.click(page.getByLabelText('At a new place'))
  await page.fill(/^Name of the place/, 'Corner')
  await page.fill(/^City/, 'Buffalo')
  await page.open('/home')
  await page.open(`/organization/listing/new?organizationId=${own.id}`)
  await page.findByLabelText('At a new place')
  expect(page.queryByRole('button', { name: 'Continue' })).toBeNull()
  await page.open(`/organization/listing/new?organizationId=${organizationId}`)
  await page.press('Continue')
  await page.fill(/^Address/, '5 Elm St')
  await page.fill(/^State/, 'NY')
  await page.fill(/^ZIP code/, '14203')
  // The organization was refused meanwhile: nobody finds what it offers.
  await database.updateTable('organization').set({ standing: 'refused' }).where('id', '=', organizationId).execute()
  await page.press('Add the service')
  await page.findByText('Night bread is saved, but not in the directory yet. Add its hours and telephone numbers.')
  await page.findByText('Provider not named. Nobody finds this service in the directory at the moment.')
  const [added] = (await asAda('GET', `/api/listing/?organizationId=${organizationId}`)).body.services
  expect((await stored(added.id)).places).toMatchObject([
    { name: 'Corner', address: '5 Elm St, Buffalo' },
    { id: bare },
  ])
  // No draft is left.
  await page.open(`/organization/listing/new?organizationId=${organizationId}`)
  await page.findByLabelText('At a new place')
  expect(page.queryByRole('button', { name: 'Continue' })).toBeNull()
})

it('ORG-05 a ZIP code that does not exist is said at its field, also for a new service at a new place', async () => {
  const page = await openScreen('/organization/listing/new', { as: maria, expectedErrors: [/400/] })
  await page.fill(/^Name of the service/, 'Noon bread')
  await page.user.click(page.getByLabelText('At a new place'))
  await page.fill(/^Address/, '5 Elm St')
  await page.fill(/^City/, 'Buffalo')
  await page.fill(/^State/, 'NY')
  await page.fill(/^ZIP code/, '00001')
  await page.press('Add the service')
  await waitFor(() => expect(page.getByLabelText(/^ZIP code/).getAttribute('aria-invalid')).toBe('true'))
  expect(page.notices()).toEqual([])
  await page.fill(/^ZIP code/, '14203')
  await page.press('Add the service')
  await page.findByText('Noon bread is in the directory. Add its hours and telephone numbers.')
})

it('ORG-11 of a service that the directory does not list, a confirmation promises nothing else', async () => {
  const id = await makeService('Bread stall')
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', id).execute()
  const page = await openScreen(editorOf(id), { as: maria })
  await page.press('Everything still holds')
  await page.findByText('Thank you. Nobody finds this service in the directory at the moment.')
  expect(page.shows('Thank you. The directory shows that you confirmed it today.')).toBe(false)
  await page.press('Preview')
  const dialog = await page.findByRole('dialog', { name: 'As the directory will show it' })
  expect(page.outline(dialog).slice(0, 4)).toEqual([
    'As the directory will show it',
    '(Close)',
    'Nothing is saved yet.',
    'A search does not find this service.',
  ])
  expect(within(dialog).queryByRole('link', { name: 'Refer someone' })).toBeNull()
})

it('ORG-07 the week of a service becomes known as a whole, and its hours are copied, split and removed', async () => {
  const id = await makeService('Day room')
  const page = await openScreen(editorOf(id), { as: maria })
  const grid = within(await page.findByRole('group', { name: 'Hours' }))
  const stateOf = (day: string) => grid.getByLabelText(`${day}: open or closed`) as HTMLSelectElement
  const offered = (day: string) => [...stateOf(day).options].map(({ text }) => text)
  expect(offered('Monday')).toEqual(['Open', '24 hours', 'Closed', 'By appointment', 'Not known'])
  await page.user.selectOptions(stateOf('Monday'), '24 hours')
  expect(offered('Sunday')).toEqual(['Open', '24 hours', 'Closed', 'By appointment'])
  expect(stateOf('Sunday').value).toBe('closed')
  // Opening a day suggests usual hours, not a whole day.
  await page.user.selectOptions(stateOf('Tuesday'), 'Open')
  await page.user.click(grid.getByRole('button', { name: 'Add hours to Tuesday' }))
  const field = (name: string, line: number) => grid.getAllByLabelText(name)[line] as HTMLInputElement
  await page.user.type(field('Tuesday from', 1), '18:00')
  await page.user.type(field('Tuesday until', 1), '00:00')
  expect(field('Tuesday until', 1).value).toBe('00:00')
  expect(grid.queryByText('until the next day')).toBeNull()
  await page.user.click(grid.getByRole('button', { name: 'Add hours to Tuesday' }))
  await page.user.click(grid.getByRole('button', { name: 'Add hours to Tuesday' }))
  expect(grid.queryByRole('button', { name: 'Add hours to Tuesday' })).toBeNull()
  for (let time = 0; time < 2; time++)
    await page.user.click(grid.getAllByRole('button', { name: 'Remove these hours of Tuesday' }).at(-1) as HTMLElement)
  await page.user.click(grid.getByRole('button', { name: 'Copy Tuesday to other days' }))
  await page.findByRole('menuitem', { name: 'Every day' })
  expect(page.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Monday to Friday', 'Every day', 'Monday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ])
  await page.user.click(page.getByRole('menuitem', { name: 'Monday to Friday' }))
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  const { days } = (await stored(id)).values.hours.service
  const spans = [
    { opensAt: '09:00', closesAt: '17:00' },
    { opensAt: '18:00', closesAt: '24:00' },
  ]
  expect(days).toEqual([
    ...Array.from({ length: 5 }, () => ({ state: 'open', spans })),
    ...Array.from({ length: 2 }, () => ({ state: 'closed', spans: [] })),
  ])
})

it('D-PHO-1 ORG-02 numbers, languages and rules of hours are changed and removed; what was imported stays as it is', async () => {
  const id = await makeService('Phone line')
  await add('phone', { serviceId: id, number: 'ask at the desk', type: 'voice' })
  await add('phone', { serviceId: id, number: '716-555-0101', extension: '7', type: 'voice', description: 'Days' })
  await add('phone', { serviceId: id, number: '716-555-0102', type: 'fax' })
  for (const name of ['Klingon', 'Polish']) await add('language', { serviceId: id, name })
  await add('schedule', { serviceId: id, freq: 'MONTHLY', byday: '1SA', opensAt: '09:00', closesAt: '12:00' })
  const page = await openScreen(editorOf(id), { as: maria })
  await page.findByRole('group', { name: 'Telephone numbers' })
  const numbers = page.getByRole('group', { name: 'Telephone numbers' })
  await page.press(/^Remove: /)
  await page.press('Remove (716) 555-0102')
  await page.user.selectOptions(within(numbers).getAllByLabelText('Kind')[0] as HTMLElement, 'Text')
  await page.press('Add a number')
  await page.press('Add a number')
  await page.user.type(within(numbers).getAllByLabelText('What it is for')[2] as HTMLElement, 'Nights')
  await page.press('Save')
  await within(numbers).findByText('This is needed.')
  await page.user.type(within(numbers).getAllByLabelText('Number')[2] as HTMLElement, '716')
  await page.press('Save')
  await within(numbers).findByText(/or with a plus and the country code/)
  await page.press('Remove 716')
  const languages = page.getAllByLabelText('Languages spoken')[0] as HTMLElement
  expect(page.words()).toContain('Klingon')
  await page.user.click(languages)
  await page.user.click(await page.findByRole('option', { name: 'Polish' }))
  const confirm = page.getByRole('button', { name: 'Everything still holds' }) as HTMLButtonElement
  expect(confirm.disabled).toBe(true)
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values).toMatchObject({
    phones: [
      { number: '716-555-0101', extension: '7', type: 'text', description: 'Days' },
      { number: 'ask at the desk', type: 'voice' },
    ],
    languages: ['Klingon'],
    hours: { service: { rules: [] } },
  })
})

it('ORG-05 an extension has a field of its own, and one typed behind a number is put there', async () => {
  const id = await makeService('Switchboard')
  await add('phone', { serviceId: id, number: '716-555-0101', extension: '7', type: 'voice' })
  const page = await openScreen(editorOf(id), { as: maria })
  const numbers = within(await page.findByRole('group', { name: 'Telephone numbers' }))
  const extension = numbers.getByLabelText('Extension') as HTMLInputElement
  expect(extension.value).toBe('7')
  await page.fill('Number', '716-555-0103')
  await page.user.clear(extension)
  await page.press('Add a number')
  await page.user.type(numbers.getAllByLabelText('Number')[1] as HTMLElement, '860.555.1000 x12')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values.phones).toMatchObject([
    { number: '(860) 555-1000', extension: '12' },
    { number: '716-555-0103', extension: null },
  ])
})

const changes = [
  { before: { status: 'inactive' }, after: { status: 'active' }, cause: 'import' },
  {
    before: { languages: [], phones: [] },
    after: {
      languages: ['Polish', 'Klingon'],
      phones: [{ number: '7165550101', extension: '7', type: 'voice', description: 'Days' }],
    },
    cause: 'edit',
  },
  { before: { assuredDate: null }, after: { assuredDate: '2026-01-02' }, cause: 'verification' },
  {
    before: { 'hours:service': null, [`hours:${own.id}`]: null },
    after: { 'hours:service': null, [`hours:${own.id}`]: null },
    cause: 'restore',
  },
] as const

type Recorded = Omit<Parameters<typeof recordChange>[2], 'version' | 'accountId'>
/** Writes changes into the history, the first of them as the version after the present one. */
async function record(id: string, made: readonly Recorded[]) {
  const { version } = await stored(id)
  for (const [at, change] of made.entries())
    await recordChange(
      database,
      { kind: 'service', id },
      { ...change, version: version + 1 + at, accountId: change.cause === 'import' ? null : maria.id },
    )
}

it('ORG-12 the history says each kind of change in full', async () => {
  const id = await makeService('Long story', { description: 'Tales.' })
  await record(id, changes)
  const page = await openScreen(`${editorOf(id)}/history`, { as: maria })
  await page.findByRole('heading', { level: 1, name: 'History' })
  expect(page.outline()).toEqual([
    'Long story | → /organization/listing/<id>',
    'History',
    'Who changed what. Any earlier version can be restored.',
    'Maria Tester restored an earlier version | just now | · | Version 6 | Hours | Before | — | After | — | Hours at a former place | Before | — | After | —',
    'Maria Tester confirmed that everything still holds | just now | · | Version 5 | (Show version 5) | Show this version',
    'Maria Tester changed it | just now | · | Version 4 | Languages spoken | Before | — | After | Polish, Klingon | Telephone numbers | Before | — | After | (716) 555-0101 × 7 Days | (Show version 4) | Show this version',
    'Updated from the source of the directory | just now | · | Version 3 | Status | Before | Not offered at the moment | After | Offered | (Show version 3) | Show this version',
    'Maria Tester added the service | just now | · | Version 2 | Name of the service | After | Long story | What it is | After | Tales. | (Show version 2) | Show this version',
  ])
})

it('ORG-12 DIR-10 the history says that an import was undone', async () => {
  const id = await makeService('Undone story')
  await record(id, [{ before: { waitTime: 'A day' }, after: { waitTime: null }, cause: 'undo' }])
  const page = await openScreen(`${editorOf(id)}/history`, { as: maria })
  await page.findByText('An import from the source was undone')
})

it('ORG-12 the rest of a long history comes when asked, also after it did not, and an early version is whole', async () => {
  const id = await makeService('Long story', { description: 'Tales.' })
  const waits = Array.from({ length: 18 }, (_, at) => ({
    ...{ before: { waitTime: `${at}` }, after: { waitTime: `${at + 1}` }, cause: 'edit' as const },
  }))
  await record(id, [...changes, ...waits])
  const page = await openScreen(`${editorOf(id)}/history`, { as: maria })
  await page.findByRole('heading', { level: 1, name: 'History' })
  page.failNext('GET', `/api/service/${id}/history`, 500)
  await page.press('Show more')
  await page.findByText('Uh oh, something went wrong!')
  expect(page.getAllByRole('heading', { level: 2 })).toHaveLength(20)
  await page.press('Show more')
  await waitFor(() => expect(page.getAllByRole('heading', { level: 2 })).toHaveLength(23))
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
  await page.press('Show version 3')
  expect(page.outline(await page.findByRole('dialog'))).toEqual([
    ...['Version 3', '(Close)', 'Name of the service', 'Long story', 'What it is', 'Tales.'],
    ...['Waiting time | different now', '0', 'Status', 'Offered', 'Hours | different now', '—'],
    'Restore this version',
  ])
})
