import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, deskOf, fileTicket, path, plain, topDialog, writeNote } from '#test/desk-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const preference = '/api/supportPortal/preference/'

it('HDV-07 the way out of a mail reads in full: asking, done, and a code that is none', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const ticket = await fileTicket(ana.call, { receiveEmailUpdates: true })
  await writeNote(sue.call, ticket.id, 'Words')
  await app.workJobs()
  const [mail] = await app.outbox(ana.account.email)
  const { pathname } = new URL(/https?:\S+\/support\/emailUpdates\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const page = await openScreen(pathname, refused)
  expect(plain(page.outline())).toEqual([
    'Stop these e-mails?',
    'You will get no more e-mail updates about HD-1. You can turn them on again in the ticket.',
    'Stop e-mails',
  ])
  await click(page, 'Stop e-mails')
  await page.findByText('E-mails stopped')
  expect(plain(page.outline())).toEqual([
    'E-mails stopped',
    'You get no more e-mail updates about HD-1.',
    'Go to the portal | → /',
  ])
  const none = await openScreen('/support/emailUpdates/none', { ...refused, language: 'es' })
  expect(none.outline()).toEqual([
    'Este enlace no funciona',
    'Puede estar incompleto. Ábralo de nuevo desde el correo, o desactive las novedades en la solicitud.',
    'Ir al portal | → /',
  ])
})

it('D-DESK-1 HDV-07 an agent stops the mails about answers by a link in one', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const ticket = await fileTicket(ana.call)
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: ticket.id, version: 1 }],
    change: { assigneeId: sue.account.id },
  })
  await writeNote(ana.call, ticket.id, 'Is anybody there?')
  await app.workJobs()
  const mails = await app.outbox(sue.account.email)
  const address = mails.map(({ text }) => /https?:\S+\/support\/emailUpdates\/\S+/.exec(text ?? '')?.[0]).find(Boolean)
  const page = await openScreen(new URL(address ?? '').pathname, { as: sue.account })
  expect(plain(page.outline())).toEqual([
    'Stop these e-mails?',
    'You will get no more e-mails about answers in the tickets that are assigned to you. You can turn them on again at the help desk, under Notifications.',
    'Stop e-mails',
  ])
  await click(page, 'Stop e-mails')
  await page.findByText('E-mails stopped')
  expect(plain(page.outline())).toEqual([
    'E-mails stopped',
    'You get no more e-mails about answers in tickets that are assigned to you.',
    'Go to the portal | → /',
  ])
  expect((await sue.call('GET', preference)).body).toEqual({ mailsOfAnswers: false })
})

it('D-DESK-1 the switch of the notices is saved at once, and a failed save turns it back', async () => {
  const sue = await agent()
  const page = await openScreen('/support/helpDesk', { as: sue.account, ...refused })
  const held = page.holdNext('GET', preference)
  await click(page, 'Notifications')
  await page.findByRole('dialog', { name: 'Notifications' })
  expect(page.queryByRole('switch')).toBeNull()
  held.release()
  const wish = await page.findByRole<HTMLInputElement>('switch')
  expect(page.outline(topDialog())).toEqual([
    'Notifications',
    '(Close)',
    '<checkbox checked> | E-mail me when somebody answers in a ticket that is assigned to me | The portal marks these tickets in any case.',
  ])
  page.failNext('PUT', preference, 500)
  await page.user.click(wish)
  await waitFor(() => expect(page.calls('PUT', preference)[0]?.status).toBe(500))
  await waitFor(() => expect(wish.checked).toBe(true))
  const saving = page.holdNext('PUT', preference)
  await page.user.click(wish)
  await waitFor(() => expect(wish.checked).toBe(false))
  saving.release()
  await waitFor(async () => expect((await sue.call('GET', preference)).body).toEqual({ mailsOfAnswers: false }))
  await click(page, 'Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await click(page, 'Notifications')
  await waitFor(() => expect(page.getByRole('switch')).toHaveProperty('checked', false))
})

it('D-DESK-1 HD-03 Home shows an agent where to begin', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  await app.database
    .updateTable('supportRequest')
    .set({ status: 'Closed', askedOn: null } as never)
    .execute()
  const tiles = (page: Awaited<ReturnType<typeof openScreen>>) =>
    plain(page.outline(page.getByRole('region', { name: 'Help Desk' })))
  const empty = await openScreen('/home', { as: sue.account })
  await empty.findByText('longest wait for an answer')
  expect(tiles(empty)).toEqual([
    'Help Desk',
    '0 | need an answer | → /support/helpDesk?needsAnswer=true&sort=waiting&direction=asc',
    '0 | open, assigned to me | → /support/helpDesk?assignee=me',
    '0 | open, unassigned | → /support/helpDesk?assignee=none',
    '– | longest wait for an answer | → /support/helpDesk?needsAnswer=true&sort=waiting&direction=asc',
  ])
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: second.id, version: 1 }],
    change: { assigneeId: sue.account.id },
  })
  await app.database
    .updateTable('supportRequest')
    .set({ askedOn: new Date(Date.now() - 3 * 3_600_000).toISOString() } as never)
    .where('id', '=', first.id)
    .execute()
  const page = await openScreen('/home', { as: sue.account, ...refused })
  await page.findByText('longest wait for an answer')
  expect(tiles(page)).toEqual([
    'Help Desk',
    '2 | need an answer | → /support/helpDesk?needsAnswer=true&sort=waiting&direction=asc',
    '1 | open, assigned to me | → /support/helpDesk?assignee=me',
    '1 | open, unassigned | → /support/helpDesk?assignee=none',
    '3 hours | longest wait for an answer | HD-1 | → /support/helpDesk/HD-1',
  ])
  const theirs = await openScreen('/home', { as: ana.account })
  await theirs.settle()
  expect(theirs.queryByText('longest wait for an answer')).toBeNull()
})

it('HD-03 D-DESK-1 how long a ticket has waited goes on by itself, in the list and on Home', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const ticket = await fileTicket(ana.call)
  await app.database
    .updateTable('supportRequest')
    .set({ askedOn: new Date(Date.now() - 10 * 86_400_000).toISOString() } as never)
    .where('id', '=', ticket.id)
    .execute()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const later = async () => {
    vi.setSystemTime(Date.now() + 86_400_000)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  const list = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  await list.findByText('10 days')
  await later()
  await list.findByText('11 days')
  const home = await openScreen('/home', { as: sue.account })
  await home.findByText('11 days')
  await later()
  await home.findByText('12 days')
})
