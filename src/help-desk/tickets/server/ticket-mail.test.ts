import { expect, it } from 'vitest'
import { isAcknowledgement } from '#test/acknowledgement.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const organization = await makeOrganization(database)
const agent = await someone({
  roles: ['support-agent'],
  firstName: 'Sue',
  lastName: 'Porter',
  email: 'sue@support.test',
})
const idle = await someone({ roles: ['support-agent'], firstName: 'Susan', lastName: 'Poole' })
const reporter = await someone({ organizationId: organization.id, firstName: 'Ana', lastName: 'Ruiz' })
const open = async (given: object = {}) =>
  (await reporter.call('POST', path, { ...newTicket, ...given })).body as { id: string; ticketNumber: string }
const note = (id: string, noteText: string, given: object = {}) =>
  agent.call('POST', `${path}${id}/note`, { noteText, ...given })
const mails = async (email = reporter.account.email, from = product) => {
  await from.workJobs()
  return (await from.outbox(email)).filter((mail) => !isAcknowledgement(mail))
}

it('F-03 D-MAIL-1 a ticket mail contains the shortened text of a public note, and nothing of an internal one', async () => {
  const { id } = await open({ receiveEmailUpdates: true })
  await idle.call('PUT', `${path}${id}/watch`, { receiveEmailUpdates: true })
  await note(id, 'Try again <b>now</b>.\nIt was the router.')
  await note(id, 'Careful with her', { visibility: 'internal' })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('Try again <b>now</b>.\nIt was the router.')
  expect(mail?.html).toContain('Try again &lt;b&gt;now&lt;/b&gt;.<br>It was the router.')
  expect(JSON.stringify(await mails(idle.account.email))).not.toContain('Careful')
  await note(id, 'long '.repeat(900))
  const [long] = await mails()
  expect(long?.text.length).toBeLessThan(2600)
  expect(long?.text).toContain('long …')
})

it('F-03 D-MAIL-1 an operator can keep the words of notes out of mail', async () => {
  const silent = await startTestApp({ MAIL_TICKET_WORDS: 'false' })
  const [sue, ana] = [await silent.someone({ roles: ['support-agent'] }), await silent.someone()]
  const { id } = (await ana.call('POST', path, { ...newTicket, receiveEmailUpdates: true })).body
  await sue.call('POST', `${path}${id}/note`, { noteText: 'It was the router.' })
  const [mail] = await mails(ana.account.email, silent)
  expect(mail?.text).toContain('Open the ticket to read it.')
  expect(JSON.stringify(mail)).not.toContain('router')
})

it('F-06 D-MAIL-1 three hundred notes are all written, and one reader gets sixty mails an hour', async () => {
  const lee = await someone({ organizationId: organization.id })
  const { id } = (await lee.call('POST', path, newTicket)).body
  await lee.call('PUT', `${path}${id}/watch`, { receiveEmailUpdates: true })
  for (let i = 0; i < 300; i += 10)
    for (const { status } of await Promise.all(Array.from({ length: 10 }, (_, j) => note(id, `Note ${i + j}`))))
      expect(status).toBeLessThan(300)
  await Promise.all([product.workJobs(), product.workJobs()])
  expect(await mails(lee.account.email)).toHaveLength(60)
  const leftOut = database
    .selectFrom('message')
    .select(['recipient', 'text', 'kind'])
    .where('leftOutOn', 'is not', null)
  expect(await leftOut.execute()).toEqual(Array(240).fill({ recipient: null, text: null, kind: 'ticket-notice' }))
}, 120_000)

it('F-24 D-HD-1 a reporter reads an agent’s name and not their e-mail address; agents read both', async () => {
  const { id } = await open()
  await note(id, 'We look at it')
  await agent.call('PUT', `${path}${id}`, { status: 'In Progress', version: 1, receiveEmailUpdates: false })
  await reporter.call('POST', `${path}${id}/note`, { noteText: 'Thank you' })
  const seen = (await reporter.call('GET', `${path}${id}`)).body
  expect(JSON.stringify(seen)).not.toContain('sue@support.test')
  const authors = (ticket: typeof seen) =>
    ticket.notes.map((n: { createdByPortalAccount: { email: string; contact: object } }) => n.createdByPortalAccount)
  expect(authors(seen)).toMatchObject([
    { email: reporter.account.email },
    { email: null, contact: { firstName: 'Sue', lastName: 'Porter' } },
  ])
  expect(authors((await agent.call('GET', `${path}${id}`)).body)).toMatchObject([{}, { email: 'sue@support.test' }])
  const written = await note(id, 'Once more')
  expect(written.body.createdByPortalAccount.email).toBe('sue@support.test')
  const activity = await reporter.call('GET', `${path}${id}/activity`)
  expect(JSON.stringify(activity.body)).not.toContain('sue@support.test')
})

it('F-24 HDV-06 a reporter is offered the agents on the ticket and no others; an agent all', async () => {
  const { id } = await open()
  const offered = async (call: typeof agent.call, text = 'su') =>
    (await call('GET', `${path}${id}/mentionable?visibility=public&text=${text}`)).body.items.map(
      (one: { contact: { lastName: string } }) => one.contact.lastName,
    )
  expect(await offered(reporter.call)).toEqual([])
  expect(await offered(idle.call)).toEqual(['Porter'])
  await agent.call('POST', `${path}${id}/note`, { noteText: 'Internal', visibility: 'internal' })
  expect(await offered(reporter.call)).toEqual([])
  await note(id, 'We look at it')
  expect(await offered(reporter.call)).toEqual(['Porter'])
  const bulk = { ids: [id], change: { assigneeId: idle.account.id } }
  await database
    .updateTable('supportRequest')
    .set({ assigneeId: bulk.change.assigneeId })
    .where('id', '=', id)
    .execute()
  expect((await offered(reporter.call)).sort()).toEqual(['Poole', 'Porter'])
})

it('F-24 D-HD-1 somebody who handles tickets no more reads nothing of what was assigned to them', async () => {
  const { id, ticketNumber } = await open()
  const former = await someone({ roles: ['support-agent'] })
  const values = { assigneeId: former.account.id, isAssignmentNew: true, assignedBy: agent.account.id }
  await database.updateTable('supportRequest').set(values).where('id', '=', id).execute()
  const news = async () => (await former.call('GET', `${path}newAssignments`)).body.items
  expect(await news()).toMatchObject([{ ticketNumber }])
  await database
    .updateTable('accountRole')
    .set({ role: 'organization-staff' })
    .where('accountId', '=', former.account.id)
    .execute()
  expect(await news()).toEqual([])
})

it('D-MAIL-1 HDV-07 a ticket mail first says who did what to which ticket, and has an unsubscribe link', async () => {
  const { id, ticketNumber } = await open({
    receiveEmailUpdates: true,
    description: `How do I change the\nname of our organization, now that we moved to the other side of the river?`,
  })
  await note(id, 'Under your organization.')
  const [mail] = await mails()
  expect(mail?.subject).toBe(
    `Sue Porter answered ${ticketNumber}: How do I change the name of our organization, now that we …`,
  )
  expect(mail?.text.startsWith(`Sue Porter answered ${ticketNumber}\n\nUnder your organization.`)).toBe(true)
  expect(mail?.text).toMatch(
    new RegExp(`Stop e-mail updates about ${ticketNumber}:\\nhttp\\S+/support/emailUpdates/[\\w-]{64}\\n`),
  )
  const silent = await startTestApp({ MAIL_TICKET_WORDS: 'false' })
  const [sue, ana] = [await silent.someone({ roles: ['support-agent'] }), await silent.someone()]
  const asked = (await ana.call('POST', path, { ...newTicket, receiveEmailUpdates: true })).body
  await sue.call('POST', `${path}${asked.id}/note`, { noteText: 'It was the router.' })
  const [quiet] = await mails(ana.account.email, silent)
  expect(quiet?.subject).toBe(`Dana Tester answered ${asked.ticketNumber}`)
})

it('D-MAIL-1 HDN-04 confirms a request once to reporters with e-mail updates, with the usual response time', async () => {
  const fresh = await startTestApp()
  const [sue, ana] = [await fresh.someone({ roles: ['support-agent'] }), await fresh.someone()]
  const file = async (given: object) => (await ana.call('POST', path, { ...newTicket, ...given })).body
  const received = async () => {
    await fresh.workJobs()
    return (await fresh.outbox(ana.account.email)).filter(isAcknowledgement)
  }
  await file({})
  expect(await received()).toEqual([])
  const { ticketNumber } = await file({ receiveEmailUpdates: true })
  const [mail, ...others] = await received()
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`We have your request ${ticketNumber}: The list stays empty`)
  expect(mail?.text).not.toContain('working hour')
  for (let i = 0; i < 10; i++) await sue.call('POST', `${path}${(await file({})).id}/note`, { noteText: 'Done' })
  await file({ receiveEmailUpdates: true })
  expect((await received())[0]?.text).toContain('Half of all requests are answered within 1 working hour.')
})
