import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import {
  between,
  click,
  deskOf,
  fileTicket,
  hasButton,
  mergeInto,
  path,
  plain,
  topDialog,
  writeNote,
} from '#test/desk-stage.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const dialogLines = (page: OpenScreen) => plain(page.outline(topDialog()))
const read = async (call: Awaited<ReturnType<typeof agent>>['call'], id: string) =>
  (await call('GET', `${path}${id}`)).body

it('D-HD-1 merging shows both tickets, what to mind and what comes of it, and does exactly that', async () => {
  const [ana, ben, sue, lee] = [await reporter(), await reporter('Westside', 'Ben'), await agent(), await agent('Lee')]
  const [first, second, third] = [
    await fileTicket(ana.call, { description: 'The oven is cold', receiveEmailUpdates: true }),
    await fileTicket(ana.call, { description: 'The oven stays cold' }),
    await fileTicket(ben.call, { description: 'Our oven too', priority: 'Medium', receiveEmailUpdates: true }),
  ]
  const { body: file } = await uploadImage(ana.call, await makeImage(), 'oven.png')
  await ana.call('POST', '/api/supportRequestFile/', { supportRequestId: first.id, fileId: file.id })
  await writeNote(ana.call, second.id, 'Still')
  await writeNote(sue.call, second.id, 'Hm', 'internal')
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: first.id, version: (await read(sue.call, first.id)).version }],
    change: { assigneeId: sue.account.id },
  })
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: third.id, version: 1 }],
    change: { assigneeId: lee.account.id },
  })
  const page = await openScreen(`/support/helpDesk?view=${first.id}`, { as: sue.account })
  await click(page, 'Merge')
  await page.findByText('Other open tickets by Ana Ruiz')
  expect(dialogLines(page)).toEqual([
    'Merge duplicates',
    '(Close)',
    'Find a ticket by its number',
    '<search "" at most 40>',
    '(Other open tickets by Ana Ruiz)',
    'Other open tickets by Ana Ruiz',
    'Add | HD-1 | The oven stays cold',
    'Find the ticket that is about the same, and you will see what merging makes of the two.',
    'Cancel',
    'Merge | <disabled>',
  ])
  await page.user.click(page.getByText('The oven stays cold', { selector: 'li button *' }))
  await page.findByText('Which ticket stays?')
  await page.fill('Find a ticket by its number', third.ticketNumber)
  await page.findByText('Tickets with this number')
  await page.user.keyboard('{Enter}')
  await page.findByText('Before you merge')
  expect(dialogLines(page)).toEqual([
    'Merge duplicates',
    '(Close)',
    'Find a ticket by its number',
    '<search "" at most 40>',
    'Which ticket stays?',
    'The others are closed and read together with it. Nothing is deleted, and you can undo it at any time.',
    '<radio checked>',
    'HD-1',
    'Stays as it is',
    '(Leave out HD-1)',
    'Open | Low',
    'From Ana Ruiz, Eastside, <moment>',
    'The oven is cold',
    '0 notes, 1 screenshot',
    '<radio>',
    'HD-2',
    'Will be closed and merged',
    '(Leave out HD-2)',
    'Open | Low',
    'From Ana Ruiz, Eastside, <moment>',
    'The oven stays cold',
    '1 note, 1 internal note',
    '<radio>',
    'HD-3',
    'Will be closed and merged',
    '(Leave out HD-3)',
    'Open | Medium',
    'From Ben Ruiz, Westside, <moment>',
    'Our oven too',
    '0 notes',
    '(Before you merge)',
    'Before you merge',
    'The people of HD-3 do not see HD-1, and will not. They go on reading only their own ticket, see its status, and can write to support in it.',
    'Somebody else works on HD-3.',
    'HD-3 has a higher priority than HD-1.',
    '(Afterwards, in HD-1)',
    'Afterwards, in HD-1',
    '1 note, 1 internal note, 1 screenshot, 2 tickets merged into it',
    'E-mail updates: Ana Ruiz and Ben Ruiz',
    'Cancel',
    'Merge into HD-1',
  ])
  await page.fill('Find a ticket by its number', 'HD-999999')
  await page.findByText('No other ticket has this number.')
  await page.user.keyboard('{Enter}')
  await page.user.click(page.getByRole('radio', { name: third.ticketNumber, hidden: true }))
  await waitFor(() => expect(hasButton(`Merge into ${third.ticketNumber}`)).toBe(true))
  await page.findByText(`Afterwards, in ${third.ticketNumber}`)
  const lines = dialogLines(page)
  expect(lines.slice(lines.indexOf('Which ticket stays?'))).toEqual([
    'Which ticket stays?',
    'The others are closed and read together with it. Nothing is deleted, and you can undo it at any time.',
    '<radio>',
    'HD-1',
    'Will be closed and merged',
    '(Leave out HD-1)',
    'Open | Low',
    'From Ana Ruiz, Eastside, <moment>',
    'The oven is cold',
    '0 notes, 1 screenshot',
    '<radio>',
    'HD-2',
    'Will be closed and merged',
    '(Leave out HD-2)',
    'Open | Low',
    'From Ana Ruiz, Eastside, <moment>',
    'The oven stays cold',
    '1 note, 1 internal note',
    '<radio checked>',
    'HD-3',
    'Stays as it is',
    '(Leave out HD-3)',
    'Open | Medium',
    'From Ben Ruiz, Westside, <moment>',
    'Our oven too',
    '0 notes',
    '(Before you merge)',
    'Before you merge',
    'The people of HD-1 do not see HD-3, and will not. They go on reading only their own ticket, see its status, and can write to support in it.',
    'Somebody else works on HD-1.',
    'The people of HD-2 do not see HD-3, and will not. They go on reading only their own ticket, see its status, and can write to support in it.',
    '(Afterwards, in HD-3)',
    'Afterwards, in HD-3',
    '1 note, 1 internal note, 1 screenshot, 2 tickets merged into it',
    'E-mail updates: Ana Ruiz and Ben Ruiz',
    'Cancel',
    'Merge into HD-3',
  ])
  await click(page, `Leave out ${third.ticketNumber}`)
  await page.findByText(`Afterwards, in ${first.ticketNumber}`)
  await click(page, `Merge into ${first.ticketNumber}`)
  await waitFor(() => expect(page.notices()).toEqual([`1 ticket merged into ${first.ticketNumber}.`]))
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  expect(page.calls('POST', `${path}merge`).map(({ body }) => body)).toEqual([
    {
      target: { id: first.id, version: expect.any(Number) },
      duplicates: [{ id: second.id, version: expect.any(Number) }],
    },
  ])
  expect((await read(sue.call, second.id)).mergedInto.ticket.id).toBe(first.id)
})

it('D-HD-1 a merge dialog without another ticket cannot merge, and Cancel merges nothing', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen(`/support/helpDesk?view=${second.id}`, { as: sue.account })
  await click(page, 'Merge')
  await page.findByText('Other open tickets by Ana Ruiz')
  await page.user.keyboard('{Enter}')
  expect(dialogLines(page).at(-1)).toBe('Merge | <disabled>')
  await page.user.click(page.getByText(first.ticketNumber, { selector: 'li strong' }))
  await waitFor(() => expect(hasButton(`Merge into ${first.ticketNumber}`)).toBe(true))
  expect(page.queryByText('Other open tickets by Ana Ruiz')).toBeNull()
  await click(page, `Leave out ${first.ticketNumber}`)
  await page.findByText(/^Find the ticket that is about the same/)
  await click(page, 'Cancel')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  expect(page.calls('POST', `${path}merge`)).toEqual([])
})

it('D-HD-1 a merge that came too late says why, shows the tickets as they are now, and goes through then', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second, third] = [await fileTicket(ana.call), await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen(`/support/helpDesk?view=${first.id}`, { as: sue.account, ...refused })
  await click(page, 'Merge')
  await page.user.click(await page.findByText(second.ticketNumber, { selector: 'li strong' }))
  await page.findByText(`Afterwards, in ${first.ticketNumber}`)
  const told = async (text: string) => {
    await page.findByText(text)
    await page.loaded()
    const alert = [...topDialog().querySelectorAll('[role=alert]')]
      .filter((one) => one.textContent)
      .at(-1) as HTMLElement
    return plain(page.outline(alert))
  }
  const run = `Merge into ${first.ticketNumber}`
  page.failNext('POST', `${path}merge`, 500)
  await click(page, run)
  expect(await told('The tickets could not be merged.')).toEqual(['The tickets could not be merged.'])
  page.failNext('POST', `${path}merge`, 'network')
  await click(page, run)
  await waitFor(() => expect(page.calls('POST', `${path}merge`).at(-1)?.status).toBe(0))
  expect(await told('The tickets could not be merged.')).toEqual(['The tickets could not be merged.'])
  // The preview was read again after the failure; from now on it is older than the ticket.
  await waitFor(() => expect(topDialog().querySelector('[data-loading]')).toBeNull())
  // Unnoticed: as if no live event had come yet.
  await app.database
    .updateTable('supportRequest')
    .set({ version: 5, status: 'Viewed' } as never)
    .where('id', '=', second.id)
    .execute()
  await click(page, run)
  expect(
    await told('Somebody changed a ticket meanwhile, and nothing was merged. Please look at it as it is now.'),
  ).toEqual([
    'Somebody changed a ticket meanwhile, and nothing was merged. Please look at it as it is now.',
    'HD-1 was “Open” and is “Viewed”.',
  ])
  await mergeInto(sue.call, third, second)
  await waitFor(() => expect(hasButton(run)).toBe(true))
  await click(page, run)
  expect(
    await told(`${second.ticketNumber} was merged already, and nothing was changed. Please leave it out.`),
  ).toHaveLength(1)
})

it('D-HD-1 a merged ticket tells where it went, its target what it took in, and each can undo it', async () => {
  const [ana, ben, sue] = [await reporter(), await reporter('Westside', 'Ben'), await agent()]
  const [first, second] = [
    await fileTicket(ana.call, { description: 'The oven is cold' }),
    await fileTicket(ben.call, { description: 'Our oven too' }),
  ]
  const { body: file } = await uploadImage(ben.call, await makeImage(), 'oven.png')
  await ben.call('POST', '/api/supportRequestFile/', { supportRequestId: second.id, fileId: file.id })
  await mergeInto(sue.call, first, second)
  const page = await openScreen(`/support/helpDesk?view=${second.id}`, { as: sue.account })
  await page.findByText('Status there')
  const banner = () => plain(page.outline(page.getByRole('region', { name: /^(Merged|Support works)/ })))
  expect(banner()).toEqual([
    'Merged into HD-1',
    'Both are about the same. Support works on them together there.',
    'Whoever reported this ticket does not see HD-1. Write to them here.',
    'Status there | Open',
    'Merged by Sue Porter, <moment>',
    'Open HD-1',
    '(Undo merge of HD-2) | Undo merge',
  ])
  expect(page.getByRole('combobox', { name: 'Status' })).toHaveProperty('disabled', true)
  expect(page.getByRole('combobox', { name: 'Assigned To' })).toHaveProperty('disabled', true)
  expect(hasButton('Merge')).toBe(false)
  expect(hasButton('Add Note')).toBe(true)
  await click(page, `Open ${first.ticketNumber}`)
  await waitFor(() => expect(page.location()).toBe(`/support/helpDesk?view=${first.id}`))
  await page.findByText('Merged tickets')
  await page.loaded()
  expect(plain(page.outline(page.getByRole('region', { name: 'Merged tickets' })))).toEqual([
    'Merged tickets',
    'HD-1 | From Ben Ruiz (<email>), Westside, <moment> | Our oven too | File Name | View Screenshot | Download Screenshot | oven.png | (View Screenshot: oven.png (opens in a new tab)) | View | → /api/file/<id> | (Download Screenshot: oven.png) | Download | → /api/file/<id>/download | Whoever reported it does not see this ticket. Write to them in HD-1. | Merged by Sue Porter, <moment> | Open HD-1 | (Undo merge of HD-1) | Undo merge',
  ])
  await click(page, `Undo merge of ${second.ticketNumber}`)
  await waitFor(() => expect(page.notices()).toEqual([`${second.ticketNumber} is a ticket of its own again.`]))
  await waitFor(() => expect(page.queryByText('Merged tickets')).toBeNull())
  await waitFor(() => expect(topDialog().contains(document.activeElement)).toBe(true))
  expect((await read(sue.call, second.id)).mergedInto).toBeNull()
})

it('D-HD-1 a reporter of a merged ticket reads what became of it, and undoes nothing', async () => {
  const [ana, ben, sue] = [await reporter(), await reporter('Westside', 'Ben'), await agent()]
  const [first, same, other] = [await fileTicket(ana.call), await fileTicket(ana.call), await fileTicket(ben.call)]
  await mergeInto(sue.call, first, same, other)
  const banner = (page: OpenScreen) =>
    plain(page.outline(topDialog().querySelector('[aria-labelledby=ticket-merged]') as HTMLElement))
  const hers = await openScreen(`/support/helpDesk?view=${same.id}`, { as: ana.account })
  await hers.findByText('Status there')
  expect(banner(hers)).toEqual([
    'Merged into HD-1',
    'Both are about the same. Support works on them together there.',
    'Status there | Open',
    'Merged by Sue Porter, <moment>',
    'Open HD-1',
  ])
  expect(hasButton('Add Note')).toBe(false)
  await click(hers, `Open ${first.ticketNumber}`)
  await hers.findByText('Merged tickets')
  await hers.loaded()
  expect(plain(hers.outline(hers.getByRole('region', { name: 'Merged tickets' })))).toEqual([
    'Merged tickets',
    'HD-1 | From Ana Ruiz (<email>), Eastside, <moment> | The list stays empty | Merged by Sue Porter, <moment> | Open HD-1',
  ])
  const his = await openScreen(`/support/helpDesk?view=${other.id}`, { as: ben.account })
  await his.findByText('Status there')
  expect(banner(his)).toEqual([
    'Support works on this together with another request',
    'Both are about the same. You see the status here, and you can still write to support in this ticket.',
    'Status there | Open',
    'Merged by Sue Porter, <moment>',
  ])
  await his.open('/support/helpDesk')
  await his.findByText('Merged')
  expect(plain(his.outline()).find((line) => line.includes('Merged'))).toEqual(
    '<checkbox Select HD-1> | <day> | HD-1 | → /support/helpDesk/HD-1 | Westside | <email> | Bug | Merged | Now: Open | Low | The list stays empty | (View HD-1) | View',
  )
})

it('D-HD-1 chosen rows are merged from the list, and Undo there takes it back', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  for (const { ticketNumber } of [first, second])
    await page.user.click(await page.findByLabelText(`Select ${ticketNumber}`))
  await click(page, 'Merge')
  await page.findByText(`Afterwards, in ${first.ticketNumber}`)
  await click(page, `Merge into ${first.ticketNumber}`)
  await page.findByText(`1 ticket merged into ${first.ticketNumber}.`)
  await page.findByText('Merged')
  expect(page.queryByText('2 tickets selected')).toBeNull()
  await click(page, 'Undo')
  await waitFor(() => expect(page.notices()).toEqual(['Undone']))
  await waitFor(() => expect(page.queryByText('Merged')).toBeNull())
  expect(hasButton('Undo')).toBe(false)
  expect((await read(sue.call, second.id)).mergedInto).toBeNull()
  await page.loaded()
  expect(between(page.outline(), '2 tickets', '2 tickets')).toEqual(['2 tickets'])
})
