import { expect, it, vi } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const east = await makeOrganization(app.database)
const ana = await app.someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const path = '/api/supportPortal/supportRequest/'
/** Each test has its own agent, so that drafts and counts do not mix. */
const agent = () => app.someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const open = async (call: Caller, given: object = {}) => (await call('POST', path, { ...newTicket, ...given })).body
const note = (call: Caller, id: string, noteText = 'Words') => call('POST', `${path}${id}/note`, { noteText })
const topDialog = (page: { queryAllByRole: (role: string) => HTMLElement[] }) => page.queryAllByRole('dialog').length

it('D-DESK-1 HD-03 an agent sees what needs an answer in the menu, on Home, in the list and by the filter', async () => {
  const sue = await agent()
  const [waiting, answered] = [await open(ana.call), await open(ana.call)]
  await note(sue.call, answered.id)
  const page = await openScreen('/home', { as: sue.account })
  const tile = await page.findByRole('link', { name: /need an answer/ })
  expect(tile.textContent).toBe('1need an answer')
  await page.findByRole('link', { name: /1 ticket needs an answer/ })
  await page.user.click(tile)
  const rows = async () => (await page.findAllByRole('rowheader')).map(({ textContent }) => textContent)
  await waitFor(async () => expect(await rows()).toEqual([waiting.ticketNumber]))
  expect(page.location()).toContain('needsAnswer=true')
  expect(page.getByLabelText('Needs an answer')).toBeTruthy()
  await page.press(/^Needs an answer/)
  await waitFor(async () => expect(await rows()).toEqual([answered.ticketNumber, waiting.ticketNumber]))
  // As in reality: the answer removes the marker.
  await note(sue.call, waiting.id)
  await waitFor(() => expect(page.queryByRole('link', { name: /needs an answer/ })).toBeNull())
})

it('D-DESK-1 HD-06 who filed a ticket sees a new answer until they open it', async () => {
  const [sue, bea] = [await agent(), await app.someone({ organizationId: east.id })]
  const ticket = await open(bea.call)
  await note(sue.call, ticket.id)
  const page = await openScreen('/support/helpDesk', { as: bea.account })
  await page.findByRole('link', { name: /1 new answer/ })
  const row = (await page.findByRole('rowheader', { name: ticket.ticketNumber })).closest('tr') as HTMLElement
  within(row).getByText('New answer')
  await page.press(`View ${ticket.ticketNumber}`)
  await waitFor(() => expect(page.queryByRole('link', { name: /new answer/ })).toBeNull())
})

it('D-DESK-1 HDV-03 the draft of a note survives Escape, Cancel and a reload, until the note is saved', async () => {
  const sue = await agent()
  const ticket = await open(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await page.press('Add Note')
  await page.fill('Note', 'It was the router')
  await page.user.click(await page.findByText('Internal', { exact: true }))
  await page.user.keyboard('{Escape}')
  expect(topDialog(page)).toBe(2)
  await page.press('Cancel')
  await waitFor(() => expect(topDialog(page)).toBe(1))
  await page.open(`/support/helpDesk?view=${ticket.id}`)
  await page.press('Add Note')
  expect(((await page.findByLabelText('Note')) as HTMLTextAreaElement).value).toBe('It was the router')
  await page.findByText(/We brought back/)
  expect((page.getByLabelText('Internal') as HTMLInputElement).checked).toBe(true)
  await page.user.click(page.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
  await waitFor(() => expect(topDialog(page)).toBe(1))
  const { notes } = (await sue.call('GET', `${path}${ticket.id}`)).body
  expect(notes).toMatchObject([{ noteText: 'It was the router', visibility: 'internal' }])
  await page.press('Add Note')
  expect(((await page.findByLabelText('Note')) as HTMLTextAreaElement).value).toBe('')
})

it('HDV-01 HDV-05 a changed status that was not saved is asked about before the ticket closes', async () => {
  const sue = await agent()
  const ticket = await open(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  const pick = async () => {
    await page.user.click(await page.findByRole('combobox', { name: 'Status' }))
    await page.user.click(await page.findByRole('option', { name: 'Fix Pending' }))
  }
  await pick()
  await page.press('Close')
  const asked = await page.findByRole('dialog', { name: 'Save your change?' })
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(asked.isConnected).toBe(false))
  expect(topDialog(page)).toBe(1)
  await page.press('Close')
  await page.press('Discard')
  await waitFor(() => expect(topDialog(page)).toBe(0))
  expect((await sue.call('GET', `${path}${ticket.id}`)).body.status).toBe('Open')
  await page.open(`/support/helpDesk?view=${ticket.id}`)
  await pick()
  await page.user.keyboard('{Escape}')
  await page.user.click(
    within(await page.findByRole('dialog', { name: 'Save your change?' })).getByRole('button', { name: 'Save' }),
  )
  await waitFor(() => expect(page.notices()).toEqual(['Support request saved.']))
  expect((await sue.call('GET', `${path}${ticket.id}`)).body.status).toBe('Fix Pending')
})

it('NOTE-01 a note whose "@name" was not chosen from the list says so once, and Enter takes the first that is offered', async () => {
  const sue = await agent()
  const ticket = await open(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await page.press('Add Note')
  const field = (await page.findByLabelText('Note')) as HTMLTextAreaElement
  const save = () => page.user.click(page.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
  await page.user.type(field, 'Hello @Nobody-Here, hello @Ana')
  // Without layout, the position is never final.
  const offer = await page.findByRole('option', { name: /Ana Ruiz/, hidden: true })
  await waitFor(() => expect(offer.dataset.comboboxSelected).toBe('true'))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(field.value).toBe('Hello @Nobody-Here, hello @Ana Ruiz '))
  await save()
  await page.findByText(/^@Nobody-Here mentions nobody yet/)
  expect(page.calls('POST', `${path}${ticket.id}/note`)).toEqual([])
  await save()
  await waitFor(() => expect(topDialog(page)).toBe(1))
  const { notes } = (await sue.call('GET', `${path}${ticket.id}`)).body
  expect(notes[0].mentions.map(({ contact }: { contact: { lastName: string } }) => contact.lastName)).toEqual(['Ruiz'])
})

it('HD-03 a ticket has an address by its number', async () => {
  const sue = await agent()
  const ticket = await open(ana.call)
  const page = await openScreen(`/support/helpDesk/${ticket.ticketNumber.toLowerCase()}`, { as: sue.account })
  await page.findByRole('dialog', { name: ticket.ticketNumber })
  await page.open('/support/helpDesk')
  const link = await page.findByRole('link', { name: ticket.ticketNumber })
  expect(link.getAttribute('href')).toBe(`/support/helpDesk/${ticket.ticketNumber}`)
  await page.user.click((link.closest('tr') as HTMLElement).querySelector('time') as HTMLElement)
  await page.findByRole('dialog', { name: ticket.ticketNumber })
  await page.open('/support/helpDesk/HD-999999')
  await page.findByText('This ticket is not there, or you may not see it.')
})

it('HDN-06 a new request says that it was sent, and under which number', async () => {
  const cho = await app.someone({ organizationId: east.id })
  const page = await openScreen('/support/helpDesk', { as: cho.account })
  await page.press('New Support Request')
  const choose = async (label: RegExp, option: string) => {
    await page.user.click(await page.findByRole('combobox', { name: label }))
    await page.user.click(await page.findByRole('option', { name: option }))
  }
  await choose(/Ticket Type/, 'Other')
  await choose(/Priority/, 'Low')
  await choose(/Have you cleared your cache/, 'Yes')
  await page.fill(/^Description/, 'How do we add a second office?')
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual([expect.stringMatching(/^Request HD-\d{6} sent$/)]))
})

it('HDV-07 the way out of a mail asks, signed in or not, before it ends anything', async () => {
  const [sue, dan] = [await agent(), await app.someone({ organizationId: east.id })]
  const ticket = await open(dan.call, { receiveEmailUpdates: true })
  await note(sue.call, ticket.id)
  await app.workJobs()
  const [mail] = await app.outbox(dan.account.email)
  const address = new URL(/https?:\S+\/support\/emailUpdates\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const isOn = async () => (await dan.call('GET', `${path}${ticket.id}`)).body.receiveEmailUpdates
  const page = await openScreen(address.pathname)
  await page.findByText(new RegExp(`no more e-mail updates about ${ticket.ticketNumber}`))
  expect(await isOn()).toBe(true)
  await page.press('Stop e-mails')
  await page.findByRole('heading', { name: 'E-mails stopped' })
  expect(await isOn()).toBe(false)
})

it('D-DESK-1 an agent turns mail about answers in their tickets off and on', async () => {
  const sue = await agent()
  const page = await openScreen('/support/helpDesk', { as: sue.account })
  await page.press('Notifications')
  const wish = await page.findByRole('switch')
  expect((wish as HTMLInputElement).checked).toBe(true)
  await page.user.click(wish)
  await waitFor(async () =>
    expect((await sue.call('GET', '/api/supportPortal/preference/')).body).toEqual({ mailsOfAnswers: false }),
  )
})

it('HD-02 HD-04 one field finds numbers, words of notes and names on every change, with a count', async () => {
  const [sue, eva] = [await agent(), await app.someone({ firstName: 'Evangeline', organizationId: east.id })]
  const [first, second] = [await open(eva.call), await open(eva.call)]
  await note(sue.call, second.id, 'A walrus in the printer')
  const page = await openScreen('/support/helpDesk', { as: sue.account })
  const box = await page.findByRole('searchbox')
  const finds = async (typed: string, ...numbers: string[]) => {
    await page.user.clear(box)
    await page.user.type(box, typed)
    await waitFor(() => expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(numbers))
    await page.findByText(numbers.length === 1 ? '1 ticket' : `${numbers.length} tickets`)
  }
  await finds(first.ticketNumber, first.ticketNumber)
  expect(page.location()).toContain(`ticketNumber=${first.ticketNumber}`)
  await finds('walrus', second.ticketNumber)
  expect(page.location()).toContain('keyword=walrus')
  expect(page.location()).not.toContain('ticketNumber')
  await finds('evangeline', second.ticketNumber, first.ticketNumber)
  await page.user.clear(box)
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
})

it('HDV-01 an agent sees beside a ticket where its reporter works, and their other tickets', async () => {
  const sue = await agent()
  const fay = await app.someone({ organizationId: east.id, firstName: 'Fay', lastName: 'Ho' })
  const [first, second] = [await open(fay.call), await open(fay.call)]
  const page = await openScreen(`/support/helpDesk?view=${second.id}`, { as: sue.account })
  const others = await page.findByRole('region', { name: 'Other tickets by Fay Ho' })
  expect(page.getAllByText(east.name).length).toBeGreaterThan(1)
  await page.user.click(within(others).getByRole('link', { name: first.ticketNumber }))
  await page.findByRole('dialog', { name: first.ticketNumber })
  const theirs = await openScreen(`/support/helpDesk?view=${second.id}`, { as: fay.account })
  await theirs.findByRole('heading', { name: 'Activity' })
  expect(theirs.queryByRole('region', { name: /Other tickets/ })).toBeNull()
})

it('NOTE-01 Add Note puts the focus on the text', async () => {
  const sue = await agent()
  const ticket = await open(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await page.press('Add Note')
  const dialog = within(await page.findByRole('dialog', { name: 'Add Note' }))
  const text = await dialog.findByLabelText('Note')
  await waitFor(() => expect(document.activeElement).toBe(text))
})

it('HD-01 the menu counts one mention as one, and two as two', async () => {
  const sue = await agent()
  const ben = await app.someone({ organizationId: east.id, firstName: 'Ben', lastName: 'Okafor' })
  for (const words of ['1 mention of you', '2 mentions of you']) {
    const { id } = await open(ben.call)
    const given = { noteText: '@Ben Okafor look', mentionedAccountIds: [ben.account.id] }
    expect((await sue.call('POST', `${path}${id}/note`, given)).status).toBe(201)
    const page = await openScreen('/home', { as: ben.account })
    await page.findAllByRole('link', { name: new RegExp(`^Help Desk.*, ${words}$`) })
  }
})

it('D-DESK-1 0180 an answer or a mention in a tab that nobody sees stays new until the tab is visible', async () => {
  const [sue, bea] = [await agent(), await app.someone({ organizationId: east.id })]
  const ticket = await open(bea.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: bea.account })
  await page.findByRole('heading', { name: 'Activity' })
  await page.loaded()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await sue.call('POST', `${path}${ticket.id}/note`, {
    noteText: '@Dana Tester look',
    visibility: 'public',
    mentionedAccountIds: [bea.account.id],
  })
  await page.findByText(/look$/)
  await page.findByText('New answer')
  await page.findByText('You were mentioned')
  await page.loaded()
  const seen = () => page.calls('POST').filter(({ path }) => /answerSeen|mention/.test(path))
  expect(seen()).toEqual([])
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(page.queryByText('New answer')).toBeNull())
  await waitFor(() => expect(page.queryByText('You were mentioned')).toBeNull())
  expect(seen()).toHaveLength(2)
})
