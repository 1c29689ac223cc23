import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { between, click, deskOf, fileTicket, path, plain, topDialog } from '#test/desk-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { HEARTBEAT_SECONDS, PRESENCE_SECONDS } from '../ticket-presence.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Waits until the activity is there. */
const open = async (address: string, options: Parameters<typeof openScreen>[1]) => {
  const page = await openScreen(address, options)
  await waitFor(() => expect(topDialog().querySelector('td time')).not.toBeNull())
  return page
}

it('HDV-01 two people change the status: both are shown, and the reader decides', async () => {
  const [ana, sue] = [await reporter(), await agent('Rival')]
  const ticket = await fileTicket(ana.call)
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: ana.account, ...refused })
  const save = async (status: string) =>
    sue.call('PUT', path, { ...(await sue.call('GET', `${path}${ticket.id}`)).body, status })
  const conflict = async () =>
    (await page.findAllByRole('alert')).find((one) => topDialog().contains(one) && one.textContent) as HTMLElement
  await page.choose('Status', 'Closed')
  await save('Viewed')
  await page.findByText('Somebody changed the status in the meantime')
  expect(page.outline(await conflict()).map((line) => line.replace(/, \w{3} \d.*/, ', <moment>'))).toEqual([
    'Somebody changed the status in the meantime',
    'You chose “Closed”. It is “Viewed” now.',
    '(Your change)',
    'Your change',
    'Closed',
    'Not saved yet. Nothing of it is lost.',
    'Change it to “Closed”',
    '(Saved by somebody else)',
    'Saved by somebody else',
    'Viewed',
    'Sue Rival, <moment>',
    'Leave it at “Viewed”',
  ])
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toEqual(['An error occurred while saving the support request.']))
  await click(page, 'Leave it at “Viewed”')
  await waitFor(() => expect(page.queryByText('Somebody changed the status in the meantime')).toBeNull())
  await waitFor(() => expect(page.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'Viewed'))
  await page.choose('Status', 'Closed')
  await save('Fix Pending')
  await click(page, 'Change it to “Closed”')
  await waitFor(() => expect(page.queryByText('Somebody changed the status in the meantime')).toBeNull())
  await click(page, 'Save')
  await waitFor(async () => expect((await ana.call('GET', `${path}${ticket.id}`)).body.status).toBe('Closed'))
})

it('HDV-05 a status is saved on top of another kind of change, and asked about before leaving', async () => {
  const [ana, sue] = [await reporter(), await agent('Quick')]
  const ticket = await fileTicket(ana.call)
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: ana.account, ...refused })
  await page.choose('Status', 'Viewed')
  // Unnoticed: as if no live event had come yet.
  await app.database
    .updateTable('supportRequest')
    .set({ version: 7 } as never)
    .where('id', '=', ticket.id)
    .execute()
  await click(page, 'Close')
  await page.findByText('Save your change?')
  expect(plain(page.outline(topDialog()))).toEqual([
    'Save your change?',
    'You changed HD-1 and have not saved it.',
    'Keep editing',
    'Discard',
    'Save',
  ])
  await click(page, 'Keep editing')
  await waitFor(() => expect(page.queryByText('Save your change?')).toBeNull())
  await click(page, 'Save')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  const puts = page.calls('PUT', path).map(({ status, body }) => [status, body.version, body.status])
  expect(puts).toEqual([
    [409, 1, 'Viewed'],
    [200, 7, 'Viewed'],
  ])
  expect((await sue.call('GET', `${path}${ticket.id}`)).body.status).toBe('Viewed')
})

it('HDV-05 the browser’s Back asks about an unsaved status too, and keeps, discards or saves it', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  const view = async () => {
    await waitFor(() => expect(document.querySelector(`[data-view="${ticket.id}"]`)).not.toBeNull())
    await page.user.click(document.querySelector(`[data-view="${ticket.id}"]`) as HTMLElement)
    await page.findByRole('combobox', { name: 'Status' })
  }
  const back = async () => {
    history.back()
    await page.findByText('Save your change?')
  }
  const status = async () => (await ana.call('GET', `${path}${ticket.id}`)).body.status
  await view()
  await page.choose('Status', 'Viewed')
  await back()
  await click(page, 'Keep editing')
  await waitFor(() => expect(page.queryByText('Save your change?')).toBeNull())
  expect(page.location()).toBe(`/support/helpDesk?view=${ticket.id}`)
  await back()
  await click(page, 'Discard')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  const before = await status()
  expect(before).not.toBe('Closed')
  await view()
  await page.choose('Status', 'Closed')
  await back()
  await click(page, 'Save')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  expect(await status()).toBe('Closed')
})

it('HDV-01 HDV-05 where the browser’s Back asks, and saving fails, the conflict is in front, and Back asks again', async () => {
  const [ana, sue] = [await reporter(), await agent('Ahead')]
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...refused })
  await waitFor(() => expect(document.querySelector(`[data-view="${ticket.id}"]`)).not.toBeNull())
  await page.user.click(document.querySelector(`[data-view="${ticket.id}"]`) as HTMLElement)
  await page.findByRole('combobox', { name: 'Status' })
  const back = async () => {
    history.back()
    await page.findByText('Save your change?')
  }
  await page.choose('Status', 'Closed')
  const current = (await sue.call('GET', `${path}${ticket.id}`)).body
  await sue.call('PUT', path, { ...current, status: 'Viewed' })
  await page.findByText('Somebody changed the status in the meantime')
  await back()
  await click(page, 'Save')
  await waitFor(() => expect(page.queryByText('Save your change?')).toBeNull())
  expect(page.calls('PUT', path).map((call) => call.status)).toEqual([409])
  expect(page.location()).toBe(`/support/helpDesk?view=${ticket.id}`)
  await back()
  await click(page, 'Keep editing')
  await waitFor(() => expect(page.queryByText('Save your change?')).toBeNull())
  await click(page, 'Change it to “Closed”')
  await click(page, 'Save')
  await waitFor(async () => expect((await sue.call('GET', `${path}${ticket.id}`)).body.status).toBe('Closed'))
})

it('HDV-01 D-DESK-1 who else looks at a ticket or writes in it is said as long as they do', async () => {
  const [ana, sue, lee] = [await reporter(), await agent('Here'), await agent('There')]
  const ticket = await fileTicket(ana.call)
  const say = (state: string, tabId = lee.account.id) =>
    lee.call('POST', `${path}${ticket.id}/presence`, { tabId, state })
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  const line = () => page.outline(topDialog()).filter((one) => /There|Here/.test(one) && / is /.test(one))
  const sent = () => page.calls('POST', `${path}${ticket.id}/presence`).map(({ body }) => body.state)
  expect(line()).toEqual([])
  expect(new Set(sent())).toEqual(new Set(['looking']))
  await say('looking')
  await waitFor(() => expect(line()).toEqual(['Sue There is looking at this ticket too']))
  await say('writing')
  await waitFor(() => expect(line()).toEqual(['Sue There is writing']))
  await say('gone')
  await waitFor(() => expect(line()).toEqual([]))
  await click(page, 'Add Note')
  await waitFor(() => expect(sent().at(-1)).toBe('writing'))
  await click(page, 'Cancel')
  await waitFor(() => expect(sent().at(-1)).toBe('looking'))
  await click(page, 'Close')
  await waitFor(() => expect(sent().at(-1)).toBe('gone'))
})

it('HDV-01 D-DESK-1 who went silent is no longer said to be there, without a word from anybody', async () => {
  const [ana, sue, lee] = [await reporter(), await agent('Stays'), await agent('Vanishes')]
  const ticket = await fileTicket(ana.call)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await lee.call('POST', `${path}${ticket.id}/presence`, { tabId: lee.account.id, state: 'looking' })
  await page.findByText('Sue Vanishes is looking at this ticket too')
  await sql`update support_request_presence set seen_on = now() - make_interval(secs => ${PRESENCE_SECONDS + 1})
    where account_id = ${lee.account.id}`.execute(app.database)
  await vi.advanceTimersByTimeAsync(HEARTBEAT_SECONDS * 1000)
  await waitFor(() => expect(page.queryByText('Sue Vanishes is looking at this ticket too')).toBeNull())
})

it('HDV-01 a ticket is assigned in its dialog, and a reporter only reads to whom', async () => {
  const [ana, sue] = [await reporter(), await agent('Takes')]
  const ticket = await fileTicket(ana.call)
  const assignee = async () => (await sue.call('GET', `${path}${ticket.id}`)).body.assignee?.id ?? null
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: sue.account, ...refused })
  const field = await page.findByRole('combobox', { name: 'Assigned To' })
  expect(field).toHaveProperty('value', 'Nobody')
  await page.choose('Assigned To', 'Me')
  await waitFor(() => expect(page.notices()).toEqual(['The assignment is saved.']))
  await waitFor(() => expect(field).toHaveProperty('value', 'Me'))
  expect(await assignee()).toBe(sue.account.id)
  const theirs = await open(`/support/helpDesk?view=${ticket.id}`, { as: ana.account })
  const lines = theirs.outline(topDialog())
  expect(between(lines, 'Assigned To', 'Sue Takes')).toEqual(['Assigned To', 'Sue Takes'])
  const again = await open(`/support/helpDesk?view=${ticket.id}`, { as: sue.account, ...refused })
  await app.database
    .updateTable('supportRequest')
    .set({ version: 9 } as never)
    .where('id', '=', ticket.id)
    .execute()
  const reads = () => again.calls('GET', `${path}${ticket.id}`).length
  const readsBefore = reads()
  await again.choose('Assigned To', 'Nobody')
  await waitFor(() =>
    expect(again.notices()).toEqual(['Somebody changed this ticket meanwhile. Please look at it and assign it again.']),
  )
  expect(await assignee()).toBe(sue.account.id)
  // The next try needs the ticket as it is now.
  await waitFor(() => expect(reads()).toBeGreaterThan(readsBefore))
  await again.settle()
  await waitFor(() => expect(again.getByRole('combobox', { name: 'Assigned To' })).toHaveProperty('disabled', false))
  await again.choose('Assigned To', 'Nobody')
  await waitFor(async () => expect(await assignee()).toBeNull())
})
