import { afterEach, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, deskOf, fileTicket } from '#test/desk-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { reporter } = deskOf(app)
afterEach(() => vi.useRealTimers())

/** Changes a ticket; from then on the test has the clock. */
async function change() {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await page.user.click(await page.findByLabelText(`Select ${ticket.ticketNumber}`))
  await click(page, 'Change status')
  const closed = await page.findByRole('button', { name: 'Closed' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closed.click()
  for (let turn = 0; turn < 500 && !isOffered(page); turn++) await page.settle()
  expect(isOffered(page)).toBe(true)
  // Its time starts once it is there.
  await page.settle()
  return page
}
const isOffered = (page: OpenScreen) => page.queryByText('1 ticket changed.') !== null
const after = async (page: OpenScreen, milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds)
  await page.settle()
  return isOffered(page)
}
const expectGoneAfter = async (page: OpenScreen, milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds)
  for (let turn = 0; turn < 500 && isOffered(page); turn++) await page.settle()
  expect(isOffered(page)).toBe(false)
}

it('HD-05 the offer to undo goes after ten seconds', async () => {
  const page = await change()
  expect(await after(page, 9_000)).toBe(true)
  await expectGoneAfter(page, 1_100)
})

it('HD-05 the offer to undo stays while the pointer or the focus is on it', async () => {
  const page = await change()
  const text = page.getByText('1 ticket changed.')
  text.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  await page.settle()
  expect(await after(page, 30_000)).toBe(true)
  text.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))
  await page.settle()
  expect(await after(page, 9_000)).toBe(true)
  const undo = page.getByRole('button', { name: 'Undo' })
  undo.focus()
  await page.settle()
  expect(await after(page, 30_000)).toBe(true)
  undo.blur()
  await page.settle()
  await expectGoneAfter(page, 10_100)
})

it('HD-05 an undo that failed can be tried again', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account, expectedErrors: [/^A call failed: /] })
  await page.user.click(await page.findByLabelText(`Select ${ticket.ticketNumber}`))
  await click(page, 'Change status')
  await click(page, 'Closed')
  await page.findByText('1 ticket changed.')
  page.failNext('POST', /bulk\/.*\/undo$/, 500)
  await click(page, 'Undo')
  await waitFor(() => expect(page.calls('POST').filter(({ status }) => status === 500)).toHaveLength(1))
  await click(page, 'Undo')
  await waitFor(() => expect(page.shows('Undone')).toBe(true))
  expect(page.queryByText('1 ticket changed.')).toBeNull()
})
