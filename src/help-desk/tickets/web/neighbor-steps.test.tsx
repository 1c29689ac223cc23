import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, deskOf, fileTicket, path, topDialog, writeNote } from '#test/desk-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const names = ['Previous ticket', 'Next ticket']
/** Which of the two steps are there, and whether each is possible. */
const steps = () =>
  names.flatMap((name) => {
    const button = topDialog().querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)
    return button ? [`${name}${button.disabled ? ' no' : ''}`] : []
  })
const shows = (page: OpenScreen, { id, ticketNumber }: { id: string; ticketNumber: string }) =>
  waitFor(() => {
    expect(page.location()).toContain(`view=${id}`)
    expect(topDialog().querySelector('h2')?.textContent).toBe(ticketNumber)
  })
const focused = () => document.activeElement?.getAttribute('aria-label')
/** Three tickets, the newest first, as the list shows them. */
async function three(call: Parameters<typeof fileTicket>[0]) {
  const first = await fileTicket(call)
  const second = await fileTicket(call)
  return [await fileTicket(call), second, first] as const
}

it('HDV-01 one ticket leads to the next and the previous of the list, and closing returns to its row', async () => {
  const ana = await reporter()
  const [newest, middle, oldest] = await three(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await click(page, `View ${newest.ticketNumber}`, page.getByRole('main'))
  await shows(page, newest)
  await waitFor(() => expect(steps()).toEqual(['Previous ticket no', 'Next ticket']))
  await click(page, 'Next ticket')
  await shows(page, middle)
  expect(steps()).toEqual(['Previous ticket', 'Next ticket'])
  await waitFor(() => expect(focused()).toBe('Next ticket'))
  await page.user.keyboard('{Enter}')
  await shows(page, oldest)
  expect(steps()).toEqual(['Previous ticket', 'Next ticket no'])
  await waitFor(() => expect(focused()).toBe('Previous ticket'))
  await page.user.keyboard('{Enter}')
  await shows(page, middle)
  await click(page, 'Close')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  await waitFor(() => expect(focused()).toBe(`View ${middle.ticketNumber}`))
})

it('HDV-01 HDV-05 a status that was not saved is asked about before the next ticket opens', async () => {
  const ana = await reporter()
  const [newest, middle, oldest] = await three(ana.call)
  const statusOf = async (id: string) => (await ana.call('GET', `${path}${id}`)).body.status
  const page = await openScreen(`/support/helpDesk?view=${newest.id}`, { as: ana.account })
  await page.choose('Status', 'Viewed')
  await click(page, 'Next ticket')
  await page.findByText('Save your change?')
  await click(page, 'Keep editing')
  await waitFor(() => expect(page.queryByText('Save your change?')).toBeNull())
  expect(page.location()).toContain(newest.id)
  await click(page, 'Next ticket')
  await page.findByText('Save your change?')
  await click(page, 'Save')
  await shows(page, middle)
  expect(await statusOf(newest.id)).toBe('Viewed')
  await page.choose('Status', 'Closed')
  await click(page, 'Next ticket')
  await page.findByText('Save your change?')
  await click(page, 'Discard')
  await shows(page, oldest)
  expect(await statusOf(middle.id)).toBe('Open')
  // Save alone closes the ticket, as ever.
  await page.choose('Status', 'Closed')
  await click(page, 'Save')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
})

it('HDV-01 D-DESK-1 a ticket that leaves the list when it is answered still leads on; one alone leads nowhere', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [newest, middle, oldest] = await three(ana.call)
  const list = `/support/helpDesk?organizationId=${ana.organization.id}&needsAnswer=true`
  const page = await openScreen(`${list}&view=${middle.id}`, { as: sue.account })
  await shows(page, middle)
  await waitFor(() => expect(steps()).toEqual(names))
  await writeNote(sue.call, middle.id, 'It was the router')
  await waitFor(() => expect(page.getByRole('main').textContent).not.toContain(middle.ticketNumber))
  expect(steps()).toEqual(names)
  await click(page, 'Next ticket')
  await shows(page, oldest)
  await waitFor(() => expect(steps()).toEqual(['Previous ticket', 'Next ticket no']))
  await click(page, 'Previous ticket')
  await shows(page, newest)
  await page.open(`/support/helpDesk?ticketNumber=${newest.ticketNumber}&view=${newest.id}`)
  await shows(page, newest)
  expect(steps()).toEqual([])
})

it('HDV-05 0181 a status that was not saved is asked about before another ticket opens from within', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [newest, middle] = await three(ana.call)
  const statusOf = async (id: string) => (await sue.call('GET', `${path}${id}`)).body.status
  const page = await openScreen(`/support/helpDesk?view=${newest.id}`, { as: sue.account })
  const openOther = () => click(page, middle.ticketNumber)
  await page.choose('Status', 'Viewed')
  await openOther()
  await page.findByText('Save your change?')
  await click(page, 'Keep editing')
  await waitFor(() => expect(page.queryByText('Save your change?')).toBeNull())
  expect(page.location()).toContain(newest.id)
  await openOther()
  await page.findByText('Save your change?')
  await click(page, 'Save')
  await shows(page, middle)
  expect(await statusOf(newest.id)).toBe('Viewed')
})
