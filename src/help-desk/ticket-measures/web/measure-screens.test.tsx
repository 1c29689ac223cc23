import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'
import { selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'
import { usualHours } from '../working-hours.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { database } = app
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const PATH = '/api/supportPortal/measure/'
const HOURS = '/api/supportPortal/workingHours/'

const harbor = await makeOrganization(database, { name: 'Harbor House' })
const lake = await makeOrganization(database, { name: 'Lake Pantry' })
const ana = await app.someone({ organizationId: harbor.id })
const boss = await app.someone({ organizationId: harbor.id, roles: ['organization-admin'] })
const cho = await app.someone({ organizationId: lake.id })
const sue = await app.someone({ roles: ['support-agent'] })
const root = await app.someone({ roles: ['platform-admin'] })

interface Past {
  made: string
  answered?: string
  closed?: string
}
/** A ticket of the past, with its times. */
async function makeTicket(call: Caller, given: object, { made, answered, closed }: Past) {
  const { id } = (await call('POST', '/api/supportPortal/supportRequest/', { ...newTicket, ...given })).body
  await sql`update support_request set created_on = ${made}::timestamptz where id = ${id}`.execute(database)
  if (answered)
    await database
      .insertInto('supportRequestNote')
      .values({ supportRequestId: id, noteText: 'Hello', createdBy: sue.account.id, createdOn: answered })
      .execute()
  if (closed)
    await database
      .updateTable('supportRequest')
      .set({ status: 'Closed', changedOn: closed })
      .where('id', '=', id)
      .execute()
}
// A Monday, within the working hours of New York.
const made = '2026-03-02T15:00:00Z'
await makeTicket(ana.call, {}, { made, answered: '2026-03-02T17:30:00Z', closed: '2026-03-03T16:00:00Z' })
await makeTicket(
  ana.call,
  { priority: 'High' },
  { made, answered: '2026-03-02T15:45:00Z', closed: '2026-03-02T16:00:00Z' },
)
await makeTicket(
  cho.call,
  { supportRequestType: 'Other', priority: 'Medium' },
  { made, closed: '2026-03-06T15:00:00Z' },
)
const march = 'startDate=2026-03-01&endDate=2026-03-31'

const filters = (page: OpenScreen) => within(page.getByRole('form', { name: 'Filters' }))
const lastQuery = (page: OpenScreen) => page.calls('GET', PATH).at(-1)?.query
async function openMeasures(as: { account: typeof root.account }, words = march) {
  const page = await openScreen(`/support/measures?${words}`, { as: as.account, ...refused })
  await page.findAllByText(/submitted from|No tickets in this period/)
  return page
}

it('D-DESK-1 an agent reads all numbers of a period, by type, priority and organization', async () => {
  const page = await openMeasures(sue)
  expect(page.title()).toContain('Response times')
  await page.findByRole('region', { name: 'By organization' })
  expect(page.outline()).toEqual([
    'Response times',
    'Download as CSV | → /api/supportPortal/measure/export?language=en&startDate=2026-03-01&endDate=2026-03-31',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    '(Filters)',
    'Submitted from',
    '<text MM/DD/YYYY "03/01/2026">',
    '(Pick a date: Submitted from)',
    'Submitted until',
    '<text MM/DD/YYYY "03/31/2026">',
    '(Pick a date: Submitted until)',
    'Type',
    '<text All "">',
    'Priority',
    '<text All "">',
    'Organization',
    '<text All "">',
    'Show',
    'Clear',
    'Times in',
    '<radio checked>',
    'working hours',
    '<radio>',
    'all hours',
    'Tickets submitted from 03/01/2026 to 03/31/2026. | The first answer is the first public note by support. A resolution is the last time that a ticket was closed.',
    'Working hours | : | Mon–Fri, 9:00 AM to 5:00 PM (America/New York); not on federal holidays.',
    'Tickets',
    '3',
    'Closed: 3',
    'First answer (median)',
    '1 h 38 min',
    '9 of 10 within 2 h 20 min',
    'Resolution (median)',
    '9 h',
    '9 of 10 within 27 h 24 min',
    'Waiting',
    '0',
    'Closed without an answer',
    '1',
    'By type',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    '(Until the first answer, by type: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Until closed',
    'Median',
    '9 of 10 within',
    '(Until closed, by type: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Numbers by type',
    'Type | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Bug | 2 | 1 h 38 min | 2 h 20 min | 2 | 0 | 0 | 5 h | 8 h 12 min | 2 | 0',
    'Other | 1 | – | – | 0 | 0 | 1 | 32 h | 32 h | 1 | 0',
    'By priority',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    '(Until the first answer, by priority: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Until closed',
    'Median',
    '9 of 10 within',
    '(Until closed, by priority: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Numbers by priority',
    'Priority | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Low | 1 | 2 h 30 min | 2 h 30 min | 1 | 0 | 0 | 9 h | 9 h | 1 | 0',
    'Medium | 1 | – | – | 0 | 0 | 1 | 32 h | 32 h | 1 | 0',
    'High | 1 | 45 min | 45 min | 1 | 0 | 0 | 1 h | 1 h | 1 | 0',
    'By organization',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    '(Until the first answer, by organization: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Until closed',
    'Median',
    '9 of 10 within',
    '(Until closed, by organization: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Numbers by organization',
    'Organization | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Harbor House | 2 | 1 h 38 min | 2 h 20 min | 2 | 0 | 0 | 5 h | 8 h 12 min | 2 | 0',
    'Lake Pantry | 1 | – | – | 0 | 0 | 1 | 32 h | 32 h | 1 | 0',
  ])
  const charts = page.getAllByRole('img').map((chart) => chart.getAttribute('aria-label'))
  expect(charts).toContain(
    'Until the first answer, by type: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.',
  )
  expect(page.queryByRole('button', { name: 'Change working hours' })).toBeNull()
  await page.user.click(page.getByLabelText('all hours'))
  await waitFor(() => expect(page.location()).toBe(`/support/measures?${march}&clock=all`))
  await page.findByText(/^Resolution \(median\)/)
  await waitFor(() => expect(page.getByRole('region', { name: 'By type' }).textContent).toMatch(/4\sd\s0\sh/))
  expect(page.outline(page.getByRole('region', { name: 'By type' }))).toEqual([
    'By type',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    '(Until the first answer, by type: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Until closed',
    'Median',
    '9 of 10 within',
    '(Until closed, by type: bars of the median and of the time within which nine of ten were done. The table below has the same numbers.)',
    'Numbers by type',
    'Type | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Bug | 2 | 1 h 38 min | 2 h 20 min | 2 | 0 | 0 | 13 h | 22 h 36 min | 2 | 0',
    'Other | 1 | – | – | 0 | 0 | 1 | 4 d 0 h | 4 d 0 h | 1 | 0',
  ])
})

it('D-DESK-1 an admin of an organization reads its own numbers, on a phone folded, and others find the help desk', async () => {
  const page = await openScreen(`/support/measures?${march}`, { as: boss.account, width: 360 })
  await page.findByText(/submitted from/)
  expect(page.getByText(/^Tickets of Harbor House submitted from 03\/01\/2026 to 03\/31\/2026\./)).toBeTruthy()
  expect(page.queryByRole('region', { name: 'By organization' })).toBeNull()
  expect(page.queryByRole('combobox', { name: 'Organization' })).toBeNull()
  expect(page.getByRole('region', { name: 'By type' }).querySelector('summary')?.textContent).toBe('Numbers by type')
  expect(page.getByRole('region', { name: 'By type' }).querySelector('details')?.open).toBe(false)
  const other = await openScreen('/support/measures', { as: ana.account })
  await waitFor(() => expect(other.location()).toMatch(/^\/support\/helpDesk/))
})

it('D-DESK-1 nothing is narrowed before Show, everything goes with Clear, and the download follows', async () => {
  const page = await openMeasures(sue, `${march}&clock=all`)
  const download = () => page.getByRole('link', { name: 'Download as CSV' })
  expect(download().hasAttribute('download')).toBe(true)
  expect(download().getAttribute('href')).toBe(`${PATH}export?language=en&${march}&clock=all`)
  const asked = page.calls('GET', PATH).length
  await page.choose('Type', 'Bug')
  await page.choose('Priority', /^High/)
  await page.user.click(filters(page).getByRole('combobox', { name: 'Organization' }))
  await page.findByText('Type three letters or more')
  await page.user.paste('harb')
  await page.user.click(await page.findByRole('option', { name: 'Harbor House' }))
  expect(page.calls('GET', PATH)).toHaveLength(asked)
  await page.press('Show')
  await page.findByText('Tickets of Harbor House submitted from 03/01/2026 to 03/31/2026.', { exact: false })
  expect(lastQuery(page)).toEqual({
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    organizationId: harbor.id,
    supportRequestType: 'Bug',
    priority: 'High (I cannot complete my day-to-day tasks)',
    clock: 'all',
  })
  expect(page.location()).toContain(`organizationId=${harbor.id}`)
  expect(download().getAttribute('href')).toContain(`organizationId=${harbor.id}`)
  await page.press('Clear')
  await waitFor(() => expect(page.location()).toBe('/support/measures?clock=all'))
  expect(filters(page).getByLabelText('Submitted from')).toHaveProperty('value', '')
  expect(filters(page).getByRole('combobox', { name: 'Organization' })).toHaveProperty('value', '')
  expect(filters(page).queryByText('Bug')).toBeNull()
})

it('D-DESK-1 a day that is none, or ends early, is said at its field', async () => {
  const page = await openMeasures(sue)
  const from = filters(page).getByLabelText<HTMLInputElement>('Submitted from')
  const until = filters(page).getByLabelText<HTMLInputElement>('Submitted until')
  expect([from.value, until.value]).toEqual(['03/01/2026', '03/31/2026'])
  const asked = page.calls('GET', PATH).length
  await page.fill('Submitted until', '13/45/2026')
  await page.press('Show')
  await page.findByText('Write a day of the calendar.')
  expect(until.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(until))
  expect(page.calls('GET', PATH)).toHaveLength(asked)
  await page.fill('Submitted until', '02/01/2026')
  expect(page.queryByText('Write a day of the calendar.')).toBeNull()
  await page.press('Show')
  await page.findByText('This is before the first day.')
  expect(page.queryByRole('region', { name: 'By type' })).toBeNull()
})

it('D-DESK-1 a period without tickets says so', async () => {
  const page = await openMeasures(sue, 'startDate=2026-02-01&endDate=2026-02-03')
  await page.findByText('No tickets in this period')
  expect(page.shows('Choose other days or take a filter off.')).toBe(true)
  expect(page.queryByRole('region', { name: 'By type' })).toBeNull()
})

it('D-DESK-1 tickets of before that still wait are counted', async () => {
  await database.deleteFrom('supportRequest').where('supportRequestType', '=', 'Accessibility').execute()
  await makeTicket(ana.call, { supportRequestType: 'Accessibility' }, { made: '2026-01-28T15:00:00Z' })
  const page = await openMeasures(sue, 'startDate=2026-01-29&endDate=2026-01-30')
  await page.findByText(/^1 ticket from before this period still waits for a first answer, for \d/)
})

/** The dialog of the working hours, which are the usual ones. */
async function openHours() {
  const { version } = (await root.call('GET', HOURS)).body
  await root.call('PUT', HOURS, { ...usualHours('America/New_York'), version })
  const page = await openMeasures(root)
  const said = () => page.getByText('Working hours:').parentElement?.textContent
  expect(said()).toBe('Working hours: Mon–Fri, 9:00 AM to 5:00 PM (America/New York); not on federal holidays.')
  await page.press('Change working hours')
  const opened = await page.findByRole('dialog', { name: 'Working hours' })
  const dialog = within(opened)
  return { page, opened, dialog, said }
}

it('D-DESK-1 a platform admin chooses days of work, and days without it', async () => {
  const { page, opened, dialog } = await openHours()
  expect(page.outline(opened)).toEqual([
    'Working hours',
    'All times are counted by these hours, those of old tickets too.',
    'Working days',
    '<checkbox checked>',
    'Monday',
    '<checkbox checked>',
    'Tuesday',
    '<checkbox checked>',
    'Wednesday',
    '<checkbox checked>',
    'Thursday',
    '<checkbox checked>',
    'Friday',
    '<checkbox>',
    'Saturday',
    '<checkbox>',
    'Sunday',
    'Opens at',
    '<time "09:00">',
    'Closes at',
    '<time "17:00">',
    'Time zone',
    '<text "America/New York">',
    '<checkbox checked>',
    'Closed on federal holidays',
    'Other days without work',
    'A day without work',
    '<text MM/DD/YYYY "">',
    '(Pick a date: A day without work)',
    'Add',
    'Cancel',
    'Save',
  ])
  await page.user.click(dialog.getByRole('checkbox', { name: 'Wednesday' }))
  await page.user.click(dialog.getByRole('checkbox', { name: 'Sunday' }))
  await page.user.click(dialog.getByRole('checkbox', { name: 'Closed on federal holidays' }))
  await page.fill('A day without work', 'never')
  await page.press('Add')
  await dialog.findByText('Write a day of the calendar.')
  await page.fill('A day without work', '12/24/2026')
  expect(dialog.queryByText('Write a day of the calendar.')).toBeNull()
  await page.press('Add')
  await dialog.findByText('12/24/2026')
  expect(dialog.getByLabelText('A day without work')).toHaveProperty('value', '')
  await page.fill('A day without work', '12/24/2026')
  await page.press('Add')
  await dialog.findByText('This day is in the list already.')
  for (const day of ['07/03/2026', '01/02/2026']) {
    await page.fill('A day without work', day)
    await page.press('Add')
  }
  const days = () => dialog.getAllByRole('listitem').map((item) => item.textContent)
  expect(days()).toEqual(['01/02/2026', '07/03/2026', '12/24/2026'])
  await page.press('Remove 07/03/2026')
  expect(days()).toEqual(['01/02/2026', '12/24/2026'])
  await page.press('Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('PUT', HOURS).at(-1)?.body).toMatchObject({
    days: [1, 2, 4, 5, 7],
    keepsFederalHolidays: false,
    holidays: ['2026-01-02', '2026-12-24'],
  })
})

it('D-DESK-1 a platform admin changes the working hours, is told what is wrong, and reads them beside the numbers', async () => {
  const { page, dialog, said } = await openHours()
  const time = async (label: string, value: string) => {
    const field = dialog.getByLabelText<HTMLInputElement>(label)
    await page.user.clear(field)
    await page.user.type(field, value)
  }
  await time('Opens at', '10:30')
  await time('Closes at', '08:00')
  await page.press('Save')
  await dialog.findByText('This must be later than the opening.')
  await time('Closes at', '18:00')
  page.failNext('PUT', HOURS, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  await root.call('PUT', HOURS, { ...(await root.call('GET', HOURS)).body, holidays: [] })
  await page.press('Save')
  const notice = await dialog.findByText(
    'Somebody changed the working hours meanwhile. Save again to put yours in their place.',
  )
  await waitFor(() => expect(document.activeElement).toBe(notice.closest('[role=alert]')))
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('The working hours are saved.'))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(said()).toBe('Working hours: Mon–Fri, 10:30 AM to 6:00 PM (America/New York); not on federal holidays.'),
  )
  expect(page.calls('PUT', HOURS).at(-1)?.body).toMatchObject({ opensAt: '10:30', closesAt: '18:00' })
})

it('D-DESK-1 a late answer changes neither the organizations on offer nor what Enter selects', async () => {
  for (const name of ['Ivorywell Arbor', 'Ivorywell Bridge', 'Ivorywell Canal'])
    await makeOrganization(database, { name })
  const page = await openMeasures(sue)
  const list = await typeInto(page, 'Organization', 'ivorywell')
  await waitFor(() => expect(list.options()).toHaveLength(3))
  const second = await selectDespiteLateAnswer(page, list, ' canal', ['GET', '/api/organization/autocomplete'])
  await waitFor(() => expect(list.field).toHaveProperty('value', second))
})
