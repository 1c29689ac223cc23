import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'
import { filedFieldNames } from '../support-request.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const PATH = '/api/supportPortal/supportRequest/'

const east = await makeOrganization(app.database, { name: 'Eastside' })
const ana = await app.someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const ben = await app.someone({ organizationId: east.id, firstName: 'Ben', lastName: 'Okoye' })

async function file(by: typeof ana, change: object, day: string, status = 'Open') {
  const { body } = await by.call('POST', PATH, { ...newTicket, receiveEmailUpdates: false, ...change })
  if (status !== 'Open') expect((await by.call('PUT', PATH, { ...body, status })).status).toBe(200)
  await app.database
    .updateTable('supportRequest')
    .set({ createdOn: `${day}T12:00:00Z` })
    .where('id', '=', body.id)
    .execute()
  return body as { id: string; ticketNumber: string }
}
const oven = await file(ana, { description: 'The oven is cold' }, '2026-03-02')
const lamp = await file(ana, { description: 'The lamp is dark', supportRequestType: 'Other' }, '2026-03-10', 'Closed')
const door = await file(ben, { description: 'The door is shut', supportRequestType: 'Accessibility' }, '2026-03-20')
const numbers = [oven, lamp, door].map(({ ticketNumber }) => ticketNumber)

const rows = (page: OpenScreen) =>
  page
    .queryAllByRole('rowheader')
    .map((cell) => cell.textContent)
    .filter((text) => numbers.includes(text ?? ''))
    .sort()
const expectRows = (page: OpenScreen, tickets: { ticketNumber: string }[]) =>
  waitFor(() => expect(rows(page)).toEqual(tickets.map(({ ticketNumber }) => ticketNumber).sort()))

const openPanel = async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await expectRows(page, [oven, lamp, door])
  await page.press(/^Filter/)
  return { page, panel: within(await page.findByRole('dialog', { name: 'Filter' })) }
}

it.each<[string, (page: OpenScreen) => Promise<void>, (typeof oven)[], object]>([
  ['Keyword', (page) => page.fill('Keyword', 'oven'), [oven], { keyword: 'oven' }],
  ['Start Date', (page) => page.fill('Start Date', '03102026'), [lamp, door], { startDate: '2026-03-10' }],
  ['End Date', (page) => page.fill('End Date', '03/10/2026'), [oven, lamp], { endDate: '2026-03-10' }],
  ['User', (page) => page.choose('User', 'Ben Okoye'), [door], { createdByPortalAccountId: ben.account.id }],
  [
    'Type',
    async (page) => {
      await page.user.click(page.getByRole('checkbox', { name: 'Other' }))
      await page.user.click(page.getByRole('checkbox', { name: 'Accessibility' }))
    },
    [lamp, door],
    { supportRequestType: ['Other', 'Accessibility'] },
  ],
  ['Status', (page) => page.user.click(page.getByRole('checkbox', { name: 'Closed' })), [lamp], { status: 'Closed' }],
])('HD-04 the panel applies %s by itself, and Clear takes it back', async (_, choose, left, query) => {
  const { page } = await openPanel()
  await choose(page)
  await page.press('Apply')
  await expectRows(page, left)
  // Shown tickets that changed meanwhile are read by their IDs.
  const searches = page.calls('GET', PATH).filter((call) => !call.query.id)
  expect(searches.at(-1)?.query).toMatchObject(query)
  await page.press(/^Filter · 1/)
  await page.press('Clear')
  await expectRows(page, [oven, lamp, door])
})

it('HD-04 nothing is applied while a date is wrong, or the end comes before the start', async () => {
  const { page, panel } = await openPanel()
  const before = page.calls('GET', PATH).length
  await page.fill('Start Date', '13/45/2026')
  await page.press('Apply')
  expect(panel.getByText('Write a date as MM/DD/YYYY.')).toBeTruthy()
  await page.fill('Start Date', '03/10/2026')
  await page.fill('End Date', '03/09/2026')
  await page.press('Apply')
  expect(panel.getByText('The end comes before the start.')).toBeTruthy()
  expect(page.calls('GET', PATH)).toHaveLength(before)
})

it('HD-04 lists the creators of the loaded tickets by first name, and can be cleared', async () => {
  const { page } = await openPanel()
  await page.user.click(page.getByRole('combobox', { name: 'User' }))
  expect(page.getAllByRole('option').map((one) => one.textContent)).toEqual(['Ana Ruiz', 'Ben Okoye'])
  await page.user.click(page.getByRole('option', { name: 'Ben Okoye' }))
  await page.user.click(page.getByLabelText('Anybody again'))
  expect(page.getByRole('combobox', { name: 'User' })).toHaveProperty('value', '')
})

it('HD-02 the box in the header applies the number with every letter', async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  const before = page.calls('GET', PATH).length
  await page.user.type(page.getByRole('searchbox', { name: /^Search by ticket number/ }), door.ticketNumber)
  await expectRows(page, [door])
  const asked = page
    .calls('GET', PATH)
    .slice(before)
    .map(({ query }) => query.ticketNumber)
  expect(asked).toEqual([...door.ticketNumber].map((_, at) => door.ticketNumber.slice(0, at + 1)))
})

it('HD-01 HD-03 has the link to the library, the menu, and its columns', async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  const library = page.getByRole('link', { name: /^Resource Library/ })
  expect([library.getAttribute('href'), library.getAttribute('target')]).toEqual([
    'https://openreferral.org/',
    '_blank',
  ])
  expect(page.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(
    expect.arrayContaining(
      ['Number', 'Submitted By Organization', 'Type', 'Status', 'Priority', 'Description', 'View'].map((name) =>
        expect.stringContaining(name),
      ),
    ),
  )
  expect(page.words()).toContain('Date Submitted')
  expect(page.words()).toContain('Submitted By Account')
  expect(page.getByText(ben.account.email)).toBeTruthy()
})

it('HDV-01 HDV-05 saves Receive Email Updates and the status, and shows both again', async () => {
  const ticket = await file(ana, { description: 'The bell is silent' }, '2026-04-01')
  const address = `/support/helpDesk?view=${ticket.id}`
  const page = await openScreen(address, { as: ana.account })
  const dialog = within(await page.findByRole('dialog', { name: ticket.ticketNumber }))
  const updates = () => page.getByRole('switch', { name: 'Receive Email Updates' }) as HTMLInputElement
  await dialog.findByText('The bell is silent')
  expect(dialog.getByText(ana.account.email)).toBeTruthy()
  expect(updates().checked).toBe(false)
  await page.user.click(updates())
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Support request saved.']))
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  expect(page.calls('PUT', PATH)[0]?.body).toMatchObject({ id: ticket.id, status: 'Open', receiveEmailUpdates: true })
  await page.open(address)
  await page.findByText('The bell is silent', { selector: 'dd' })
  expect(updates().checked).toBe(true)
  await page.choose('Status', 'Fix Pending')
  await page.press('Save')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  const saved = await ana.call('GET', `${PATH}${ticket.id}`)
  expect(saved.body).toMatchObject({ status: 'Fix Pending', receiveEmailUpdates: true })
  await page.open(address)
  await waitFor(() => expect(page.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'Fix Pending'))
})

it('HDV-01 Receive Email Updates is one switch that acts at once', async () => {
  const ticket = await file(ana, { description: 'The lamp hums' }, '2026-04-02')
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: ana.account })
  const dialog = within(await page.findByRole('dialog', { name: ticket.ticketNumber }))
  const updates = await dialog.findByRole('switch', { name: 'Receive Email Updates' })
  expect(dialog.queryByRole('button', { name: /watch/i })).toBeNull()
  await page.user.click(updates)
  const isOn = async () => (await ana.call('GET', `${PATH}${ticket.id}`)).body.receiveEmailUpdates
  await waitFor(async () => expect(await isOn()).toBe(true))
  // From then on it follows the ticket, for example when a mail's unsubscribe link ends the updates.
  await page.settle()
  expect((await ana.call('PUT', `${PATH}${ticket.id}/watch`, { receiveEmailUpdates: false })).status).toBeLessThan(300)
  await waitFor(() => expect(updates).toHaveProperty('checked', false))
  await page.user.click(updates)
  await waitFor(async () => expect(await isOn()).toBe(true))
  // Nothing is unsaved, so leaving does not ask.
  await page.press('Close')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  expect(await isOn()).toBe(true)
})

it('HDV-01 the keyboard chooses a status by its first letters, with the list closed', async () => {
  const ticket = await file(ana, { description: 'The door creaks' }, '2026-04-03')
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: ana.account })
  const status = (await page.findByRole('combobox', { name: 'Status' })) as HTMLInputElement
  status.focus()
  await page.user.keyboard('f')
  await waitFor(() => expect(status.value).toBe('Fix Pending'))
  expect(status.getAttribute('aria-expanded')).toBe('false')
  await page.press('Save')
  await waitFor(async () => expect((await ana.call('GET', `${PATH}${ticket.id}`)).body.status).toBe('Fix Pending'))
})

it('HDV-01 letters choose nothing while the list is open', async () => {
  const ticket = await file(ana, { description: 'The lock sticks' }, '2026-04-04')
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: ana.account })
  const status = (await page.findByRole('combobox', { name: 'Status' })) as HTMLInputElement
  status.focus()
  await page.user.keyboard('{ArrowDown}')
  await waitFor(() => expect(status.getAttribute('aria-expanded')).toBe('true'))
  await page.user.keyboard('f')
  await page.settle()
  expect(status.value).toBe('Open')
  await page.user.keyboard('{Escape}')
})

it('HDV-05 a failed save says so, and the dialog stays with what was chosen', async () => {
  const page = await openScreen(`/support/helpDesk?view=${oven.id}`, { as: ana.account, ...refused })
  await page.findByRole('dialog', { name: oven.ticketNumber })
  await page.choose('Status', 'Viewed')
  page.failNext('PUT', PATH, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('An error occurred while saving the support request.'))
  expect(page.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'Viewed')
})

it('HDN-01 HDN-03 HDN-04 a new request needs a cleared cache, is sent once, and appears in the list', async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await page.press('New Support Request')
  const dialog = await page.findByRole('dialog', { name: 'New Support Request' })
  await page.choose(/^Ticket Type/, 'User Experience')
  await page.choose(/^Priority/, 'High (I cannot complete my day-to-day tasks)')
  await page.choose(/^Have you cleared your cache/, 'No')
  await page.fill(/^Description/, 'The sign is crooked')
  await page.user.click(page.getByRole('checkbox', { name: 'I want to recieve email updates for this ticket' }))
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText(/The request can be saved when the answer is Yes\.$/)
  expect(page.calls('POST', PATH)).toEqual([])
  await page.choose(/^Have you cleared your cache/, 'Yes')
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', PATH).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      supportRequestType: 'User Experience',
      priority: 'High (I cannot complete my day-to-day tasks)',
      clearedCache: 'Yes',
      description: 'The sign is crooked',
      receiveEmailUpdates: true,
    }),
  ])
  await page.findByText('The sign is crooked')
})

it('HDN-02 HDV-01 HD-05 every filed field has its control, and is in the ticket and in the export', async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await page.press('New Support Request')
  await page.findByLabelText(/^Description/)
  const controls = [...document.querySelectorAll<HTMLElement>('[name], [data-field]')]
  const names = controls.map((control) => control.dataset.field ?? control.getAttribute('name'))
  expect(names).toEqual(expect.arrayContaining(filedFieldNames))

  const typed = Object.fromEntries(filedFieldNames.map((name) => [name, `Some ${name}`]))
  const given: Record<string, string> = { ...typed, ...newTicket, description: 'The window is open' }
  const made = await ana.call('POST', PATH, given)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await page.open(`/support/helpDesk?view=${made.body.id}`)
  const dialog = await page.findByRole('dialog', { name: made.body.ticketNumber })
  await page.findByText('Bug', { selector: 'dd' })
  const facts = [...dialog.querySelectorAll('dd')].map((fact) => fact.textContent)
  const boss = await app.someone({ organizationId: east.id, roles: ['organization-admin'] })
  const { bytes } = await boss.call('GET', `${PATH}export?ticketNumber=${made.body.ticketNumber}`)
  // Only the form asks about the cache.
  for (const name of filedFieldNames.filter((one) => one !== 'clearedCache')) {
    expect(facts, name).toContain(given[name])
    expect(bytes.toString(), name).toContain(given[name])
  }
})

it('NOTE-01 a note is sent once and stands in the activity', async () => {
  const page = await openScreen(`/support/helpDesk?view=${door.id}`, { as: ana.account })
  await page.findByRole('dialog', { name: door.ticketNumber })
  await page.press('Add Note')
  const dialog = await page.findByRole('dialog', { name: 'Add Note' })
  // At most one screenshot: the file picker allows only one, so that none is dropped silently.
  const files = dialog.querySelector<HTMLInputElement>('input[type=file]')
  expect(files?.multiple).toBe(false)
  await page.fill(/^Note/, 'It opened again')
  const save = () => page.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  const call = page.holdNext('POST', `${PATH}${door.id}/note`)
  await save()
  await waitFor(() => expect(page.calls('POST', `${PATH}${door.id}/note`)).toHaveLength(1))
  await save()
  call.release()
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Add Note' })).toBeNull())
  await page.findByText('It opened again')
  expect(page.getByText('Note Added')).toBeTruthy()
  expect(page.calls('POST', `${PATH}${door.id}/note`)).toHaveLength(1)
})

it('HDN-06 says on the page that a request was begun and not sent, and goes on with it', async () => {
  const { account } = await app.someone({ organizationId: east.id })
  const page = await openScreen('/support/helpDesk', { as: account })
  await page.press('New Support Request')
  await page.fill(/^Description/, 'The gate squeaks')
  await page.open('/support/helpDesk')
  await page.findByText(/^A support request that you began .* was not sent yet\.$/)
  await page.press('Continue')
  expect((await page.findByLabelText<HTMLTextAreaElement>(/^Description/)).value).toBe('The gate squeaks')
  expect(page.queryByText(/was not sent yet/)).toBeNull()
})

it('HD-04 HD-05 a choice above the list keeps what the address says by then, also before the screen has followed', async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await expectRows(page, [oven, lamp, door])
  const ahead = (words: string) => history.replaceState(history.state, '', `/support/helpDesk?${words}`)
  ahead('assignee=none&priority=High')
  await page.press(/^Fix Pending/)
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk?assignee=none&priority=High&status=Fix+Pending'))
  ahead('status=Closed&sort=createdOn&direction=asc')
  await page.press(/^Unassigned/)
  await waitFor(() => {
    const words = new URLSearchParams(page.location().split('?')[1])
    expect(Object.fromEntries(words)).toEqual({
      status: 'Closed',
      sort: 'createdOn',
      direction: 'asc',
      assignee: 'none',
    })
  })
})

it('HD-02 HD-04 choices in quick succession all apply, also while the first one still loads', async () => {
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await expectRows(page, [oven, lamp, door])
  const words = () => Object.fromEntries(new URLSearchParams(page.location().split('?')[1]))
  const first = page.holdNext('GET', PATH)
  await page.press(/^Unassigned/)
  await page.press(/^Closed/)
  await page.user.type(page.getByRole('searchbox'), 'lamp')
  first.release()
  await waitFor(() => expect(words()).toEqual({ assignee: 'none', status: 'Closed', keyword: 'lamp' }))
  await expectRows(page, [lamp])
})
