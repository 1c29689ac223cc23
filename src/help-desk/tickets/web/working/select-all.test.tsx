import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

/** An account whose organization has this many tickets, and a function to add more without a live event. */
async function withTickets(count: number) {
  const organization = await makeOrganization(app.database)
  const ana = await app.someone({ organizationId: organization.id })
  const add = async (more: number) => {
    await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
      select c.last_number + n, now(), 'Bug', 'Low', 'Many', 'Yes', ${organization.id}, ${ana.account.id}
      from support_request_counter c, generate_series(1, ${more}::int) n`.execute(app.database)
    await sql`update support_request_counter set last_number = last_number + ${more}`.execute(app.database)
  }
  await add(count)
  const openCount = async () =>
    (await ana.call('GET', '/api/supportPortal/supportRequest/counts')).body.status.Open as number
  return { ana, add, openCount }
}

it('HD-05 selects every ticket of a list, also what is not loaded, says how many, and changes them', async () => {
  const { ana, add, openCount } = await withTickets(2)
  const page = await openScreen('/support/helpDesk?status=Open', { as: ana.account })
  await page.findByLabelText('Select HD-000001')
  // A few rows on the screen represent a partly loaded list.
  await add(203)
  const statuses = () => page.queryAllByRole('status').map(({ textContent }) => textContent)
  await page.user.click(await page.findByLabelText('Select HD-000001'))
  await waitFor(() => expect(statuses()).toContain('1 ticket selected'))
  await page.press('Select all 205 tickets in this list')
  await waitFor(() => expect(statuses()).toContain('205 tickets selected'))
  await page.press('Change status')
  await page.fill('Type a part of it', 'Closed')
  await page.user.keyboard('{Enter}')
  await page.findByText('205 tickets changed.', undefined, { timeout: 60_000 })
  const made = page.calls('POST', '/api/supportPortal/supportRequest/bulk')
  expect(made.map(({ body }) => (body as { tickets: object[] }).tickets.length)).toEqual([200, 5])
  expect(await openCount()).toBe(0)
  await page.findByText('Nothing matches these filters')
}, 180_000)

it('HD-05 after one’s own change the list is as the filters say, without asking for it', async () => {
  const { ana } = await withTickets(3)
  const page = await openScreen('/support/helpDesk?status=Open', { as: ana.account })
  const rows = () => page.queryAllByRole('rowheader').map(({ textContent }) => textContent)
  await waitFor(() => expect(rows()).toHaveLength(3))
  const before = rows()
  // The pointer stays in the list, so changes by others wait for the reader.
  await page.user.click(await page.findByLabelText(`Select ${before[1]}`))
  page.getByLabelText(`Select ${before[1]}`).focus()
  await page.user.keyboard('s')
  await page.fill('Type a part of it', 'Closed')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(rows()).toEqual([before[0], before[2]]))
  expect(page.queryByText('The list has changed')).toBeNull()
  await page.press('Undo')
  await waitFor(() => expect(rows()).toEqual(before))
  expect(page.queryByText(/The list has changed|new ticket/)).toBeNull()
})

it('HD-05 when a call fails midway, what was not changed is said and stays selected', async () => {
  const { ana, add, openCount } = await withTickets(2)
  const bulk = '/api/supportPortal/supportRequest/bulk'
  const page = await openScreen('/support/helpDesk?status=Open', {
    as: ana.account,
    expectedErrors: [/^A call failed: /],
  })
  const [box] = await page.findAllByLabelText(/^Select HD-/)
  await add(203)
  await page.user.click(box as HTMLElement)
  await page.findByRole('button', { name: /^Select all 205/ })
  // It is retried once automatically.
  for (let n = 0; n < 2; n++) page.failNext('GET', '/api/supportPortal/supportRequest/selection', 500)
  await page.press(/^Select all 205/)
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await page.press(/^Select all 205/)
  await page.findByRole('region', { name: '205 tickets selected' })
  await page.press('Change status')
  await page.fill('Type a part of it', 'Closed')
  const first = page.holdNext('POST', bulk)
  // It is repeated once.
  for (let n = 0; n < 2; n++) page.failNext('POST', bulk, 500)
  await page.user.keyboard('{Enter}')
  first.release()
  await page.findByText('200 tickets changed. 5 tickets were not changed, because a call failed.', undefined, {
    timeout: 60_000,
  })
  expect(await openCount()).toBe(5)
  const statuses = () => page.queryAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(statuses()).toContain('5 tickets selected'))
}, 180_000)

it('HD-05 HDV-05 tickets that are not loaded can be changed together, but not merged', async () => {
  const { ana, add } = await withTickets(2)
  const agent = await app.someone({ roles: ['support-agent'] })
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.account.organizationId}`, { as: agent.account })
  for (const box of await page.findAllByLabelText(/^Select HD-/)) await page.user.click(box)
  await page.findByRole('button', { name: 'Merge' })
  // What is being read would be counted without the new tickets.
  await page.loaded()
  await add(3)
  await page.press('Clear selection')
  await page.user.click((await page.findAllByLabelText(/^Select HD-/))[0] as HTMLElement)
  await page.press('Select all 5 tickets in this list')
  await page.findByRole('region', { name: '5 tickets selected' })
  expect(page.queryByRole('button', { name: 'Merge' })).toBeNull()
})

it('HD-05 tickets that others changed stay selected, also those that are not loaded', async () => {
  const { ana, openCount } = await withTickets(103)
  const page = await openScreen('/support/helpDesk?status=Open', { as: ana.account })
  const [box] = await page.findAllByLabelText(/^Select HD-/)
  await page.user.click(box as HTMLElement)
  await page.press(/^Select all 103/)
  await page.findByRole('region', { name: '103 tickets selected' })
  // Unnoticed, and no longer in the list.
  await sql`update support_request set version = version + 1, status = 'Viewed' where id in (
    select id from support_request where organization_id = ${ana.account.organizationId} order by number limit 2)`.execute(
    app.database,
  )
  await page.press('Change status')
  await page.fill('Type a part of it', 'Closed')
  await page.user.keyboard('{Enter}')
  await page.findByText(
    /^101 tickets changed\. 2 tickets were changed by others meanwhile and stay selected\./,
    undefined,
    { timeout: 60_000 },
  )
  await page.findByRole('region', { name: '2 tickets selected' })
  await page.press('Change status')
  await page.fill('Type a part of it', 'Closed')
  await page.user.keyboard('{Enter}')
  await page.findByText('2 tickets changed.')
  expect(await openCount()).toBe(0)
}, 180_000)
