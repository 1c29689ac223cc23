import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, counted, deskOf, fileTicket, numbersShown, path } from '#test/desk-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { reporter } = deskOf(app)
/** Longer than changes wait for each other. */
const pause = () => new Promise((done) => setTimeout(done, 500))

it('HD-03 what others file waits for the reader while they read further down, and comes by itself otherwise', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen('/support/helpDesk?status=Open', { as: ana.account })
  await counted('Open', 2)
  const shown = (...tickets: { ticketNumber: string }[]) =>
    waitFor(() => expect(numbersShown()).toEqual(tickets.map(({ ticketNumber }) => ticketNumber)))
  await shown(second, first)
  const third = await fileTicket(bea.call)
  await shown(third, second, first)
  vi.stubGlobal('scrollY', 200)
  const fourth = await fileTicket(bea.call)
  await page.findByText('1 new ticket')
  await bea.call('POST', `${path}bulk`, { tickets: [{ id: second.id, version: 1 }], change: { status: 'Closed' } })
  await counted('Closed', 1)
  // It stays where it is, with its new status.
  await waitFor(() =>
    expect(document.querySelector(`[data-view="${second.id}"]`)?.closest('tr')?.textContent).toContain('Closed'),
  )
  await shown(third, second, first)
  vi.stubGlobal('scrollY', 0)
  await click(page, '1 new ticket')
  await shown(fourth, third, first)
  expect(page.queryByText(/new ticket|has changed/)).toBeNull()
  vi.stubGlobal('scrollY', 200)
  await bea.call('POST', `${path}bulk`, { tickets: [{ id: third.id, version: 1 }], change: { status: 'Closed' } })
  await page.findByText('The list has changed')
  vi.stubGlobal('scrollY', 0)
  await click(page, 'The list has changed')
  await shown(fourth, first)
})

it('HD-03 a ticket that others change changes in its row, also when it was opened by its address', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  const told = new Set<string>()
  const stopListening = app.hub.listen((events) => {
    for (const { subjectId, isEarly } of events) if (!isEarly) told.add(subjectId)
  })
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  // While transactions of other test files run on the same server, events come early, and then again.
  await waitFor(() => expect([...told]).toEqual(expect.arrayContaining([first.id, second.id])))
  stopListening()
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await counted('Open', 2)
  const row = (id: string) => document.querySelector(`[data-view="${id}"]`)?.closest('tr')?.textContent ?? ''
  await bea.call('POST', `${path}bulk`, { tickets: [{ id: first.id, version: 1 }], change: { status: 'Fix Pending' } })
  await waitFor(() => expect(row(first.id)).toContain('Fix Pending'))
  expect(row(second.id)).toContain('Open')
  expect(page.queryByText(/new ticket|has changed/)).toBeNull()
  // Only the changed ticket was asked for.
  expect(
    page
      .calls('GET', path)
      .filter(({ query }) => query.id)
      .map(({ query }) => query),
  ).toEqual([{ id: first.id, limit: '100' }])
})

it('HD-03 what others file while the list loads is in it once it is there', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await counted('Open', 1)
  const held = page.holdNextAnswer('GET', path)
  const lists = () => page.calls('GET', path).filter(({ query }) => query.status === 'Closed')
  await click(page, 'Closed 0')
  await waitFor(() => expect(lists()).toMatchObject([{ isAnswered: true }]))
  const ticket = await fileTicket(bea.call)
  await bea.call('POST', `${path}bulk`, { tickets: [{ id: ticket.id, version: 1 }], change: { status: 'Closed' } })
  await counted('Closed', 1)
  await pause()
  held.release()
  await waitFor(() => expect(numbersShown()).toEqual([ticket.ticketNumber]))
})

it('HD-03 what others file while the live events are not yet there comes with them', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  await fileTicket(ana.call)
  const page = await openScreen('/home', { as: ana.account })
  const held = page.holdNext('GET', '/api/event/stream')
  await page.open('/support/helpDesk')
  await counted('Open', 1)
  await page.loaded()
  const second = await fileTicket(bea.call)
  await pause()
  held.release()
  await page.findByText(second.ticketNumber)
})

it('HD-03 the list becomes live by itself after the live events were refused', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  await fileTicket(ana.call)
  const page = await openScreen('/home', { as: ana.account })
  page.failNext('GET', '/api/event/stream', 502)
  await page.open('/support/helpDesk')
  await counted('Open', 1)
  await page.loaded()
  const second = await fileTicket(bea.call)
  await page.findByText(second.ticketNumber)
  // Afterwards without reloading everything.
  const third = await fileTicket(bea.call)
  await page.findByText(third.ticketNumber)
})

it('HD-03 a list that is opened again shows what changed while another one was shown', async () => {
  const ana = await reporter()
  const bea = await app.someone({ organizationId: ana.organization.id })
  const first = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await counted('Open', 1)
  await click(page, 'Closed 0')
  await page.findByText('Nothing matches these filters')
  const second = await fileTicket(bea.call)
  await counted('Open', 2)
  await pause()
  await click(page, 'Clear')
  await waitFor(() => expect(numbersShown()).toEqual([second.ticketNumber, first.ticketNumber]))
})

async function withManyTickets() {
  const ana = await reporter()
  await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
    select c.last_number + n, now(), 'Bug', 'Low', 'Many', 'Yes', ${ana.organization.id}, ${ana.account.id}
    from support_request_counter c, generate_series(1, 105) n`.execute(app.database)
  await sql`update support_request_counter set last_number = last_number + 105`.execute(app.database)
  return ana
}

it('HD-03 a list that is longer than a page loads more towards its end', async () => {
  const ana = await withManyTickets()
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  // Without layout, the whole list is in view.
  await page.findByText('105 tickets')
  expect(page.getByRole('main').querySelector('table')?.getAttribute('aria-rowcount')).toBe('106')
  const cursors = page.calls('GET', path).map(({ query }) => [query.limit, typeof query.cursor])
  expect(cursors).toEqual([
    ['100', 'undefined'],
    ['100', 'string'],
  ])
})

it('HD-03 a next page that fails is loaded again only on request', async () => {
  const ana = await withManyTickets()
  const page = await openScreen('/home', { as: ana.account, expectedErrors: [/^A call failed: /] })
  const first = page.holdNextAnswer('GET', path)
  const isOpen = page.open('/support/helpDesk')
  await waitFor(() => expect(page.calls('GET', path)).toHaveLength(1))
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  first.release()
  await isOpen
  const again = await page.findByRole('button', { name: 'Try again' })
  await page.settle()
  expect(page.calls('GET', path)).toHaveLength(3)
  // The dialog of the last ticket looks for the next one.
  await page.user.click(page.getAllByLabelText(/^View \S/).at(-1) as HTMLElement)
  const dialog = await page.findByRole('dialog')
  await page.loaded()
  expect(page.calls('GET', path)).toHaveLength(3)
  await page.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.click(again)
  await page.findByText('105 tickets')
  expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('HD-03 of a list that is loaded in part, a ticket that matches again in the middle of that part is announced', async () => {
  const ana = await withManyTickets()
  const bea = await app.someone({ organizationId: ana.organization.id })
  const all = await app.database
    .selectFrom('supportRequest')
    .select('id')
    .where('organizationId', '=', ana.organization.id)
    .orderBy('number', 'desc')
    .execute()
  const [between, after] = [all[50]?.id as string, all[104]?.id as string]
  const change = (ids: string[], status: string, version: number) =>
    bea.call('POST', `${path}bulk`, { tickets: ids.map((id) => ({ id, version })), change: { status } })
  await change([between, after], 'Closed', 1)
  const page = await openScreen('/home', { as: ana.account, expectedErrors: [/^A call failed: /] })
  const first = page.holdNextAnswer('GET', path)
  const isOpen = page.open('/support/helpDesk?status=Open')
  await waitFor(() => expect(page.calls('GET', path)).toHaveLength(1))
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  first.release()
  await isOpen
  await page.findByRole('button', { name: 'Try again' })
  vi.stubGlobal('scrollY', 200)
  await change([between, after], 'Open', 2)
  await page.findByText('1 new ticket')
  vi.stubGlobal('scrollY', 0)
})
