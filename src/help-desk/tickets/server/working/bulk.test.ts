import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { freezeAccount } from '#identity/accounts/server/accounts-public.ts'
import { isAcknowledgement } from '#test/acknowledgement.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, newTicket } from '#test/factories.ts'

const product = await startTestApp({ PUBLIC_URL: 'https://portal.example.test' })
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'

const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin' })
const sue = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const tom = await someone({ roles: ['support-agent'], firstName: 'Tom', lastName: 'Vega', language: 'es' })

interface Ticket {
  id: string
  ticketNumber: string
  status: string
  version: number
  assignee: { id: string; contact: object } | null
}
const open = async (call: Caller = ana.call, change: object = {}): Promise<Ticket> =>
  (await call('POST', path, { ...newTicket, ...change })).body
const read = async (id: string, call: Caller = ana.call) => (await call('GET', `${path}${id}`)).body
const bulk = async (call: Caller, tickets: Pick<Ticket, 'id' | 'version'>[], change: object) =>
  call('POST', `${path}bulk`, { tickets: tickets.map(({ id, version }) => ({ id, version })), change })
const undo = async (call: Caller, bulkId: string) => call('POST', `${path}bulk/${bulkId}/undo`)
const outcomes = (answer: { body: { results: { outcome: string }[] } }) =>
  answer.body.results.map(({ outcome }) => outcome)
/** Simulates that the time to undo has passed. */
const workJobs = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database)
  await product.workJobs()
}

it('D-HD-1 a bulk change answers for each ticket by itself: done, changed meanwhile, not theirs', async () => {
  const [first, second, foreign] = [await open(), await open(), await open(cho.call)]
  await tom.call('PUT', path, { ...second, status: 'Viewed' })
  const answer = await bulk(ana.call, [first, second, foreign, { id: east.id, version: 1 }], { status: 'Closed' })
  expect(answer.status).toBe(200)
  expect(outcomes(answer)).toEqual(['done', 'stale', 'not-allowed', 'not-allowed'])
  expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(['Closed', 'Viewed'])
  expect((await read(foreign.id, cho.call)).status).toBe('Open')
  expect((await read(first.id)).auditRecords[0]).toMatchObject({ field: 'status', from: 'Open', to: 'Closed' })
})

it('D-HD-1 a bulk change takes at most 200 tickets, each once, and exactly one kind of change', async () => {
  const ticket = await open()
  const many = Array.from({ length: 201 }, (_, i) => ({
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    version: 1,
  }))
  for (const [tickets, change] of [
    [many, { status: 'Closed' }],
    [[], { status: 'Closed' }],
    [[ticket, ticket], { status: 'Closed' }],
    [[ticket], {}],
    [[ticket], { status: 'Gone' }],
    [[ticket], { status: 'Closed', assigneeId: null }],
  ] as [Ticket[], object][])
    expect((await bulk(sue.call, tickets, change)).status).toBe(400)
  expect(outcomes(await bulk(sue.call, many.slice(1), { status: 'Closed' }))).toHaveLength(200)
})

it('D-HD-1 D-PERM-1 only those who handle tickets assign them, and only to each other', async () => {
  const ticket = await open()
  expect((await bulk(ana.call, [ticket], { assigneeId: sue.account.id })).status).toBe(403)
  const ended = await makeAccount(database, { roles: ['support-agent'] })
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', ended.id)
    .execute()
  for (const id of [ana.account.id, ended.id, east.id]) {
    const refused = await bulk(sue.call, [ticket], { assigneeId: id })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'change.assigneeId'])
  }
  const people = (await sue.call('GET', `${path}assignable`)).body.items.map(({ id }: { id: string }) => id)
  expect(people).toEqual([sue.account.id, tom.account.id])
  expect((await ana.call('GET', `${path}assignable`)).status).toBe(403)

  expect(outcomes(await bulk(sue.call, [ticket], { assigneeId: tom.account.id }))).toEqual(['done'])
  const seen = await read(ticket.id)
  expect(seen.assignee).toEqual({ id: tom.account.id, contact: { firstName: 'Tom', lastName: 'Vega' } })
  expect(seen.auditRecords[0]).toMatchObject({ auditAction: 'Assigned to Tom Vega', from: null, to: 'Tom Vega' })
  expect(seen.status).toBe('Open')
})

it('HD-05 filters the list by assignee: oneself, another person or nobody, and the counts follow', async () => {
  const mike = await someone({ roles: ['platform-admin'] })
  const org = await makeOrganization(database)
  const reporter = await someone({ organizationId: org.id })
  const tickets = []
  for (let i = 0; i < 4; i++) tickets.push(await open(reporter.call))
  const [first, second, third, fourth] = tickets as [Ticket, Ticket, Ticket, Ticket]
  await bulk(sue.call, [first, second], { assigneeId: mike.account.id })
  await bulk(sue.call, [{ ...second, version: 2 }, fourth], { status: 'Closed' })
  const ids = async (call: Caller, query: string) =>
    (await call('GET', `${path}?${query}`)).body.items.map(({ id }: Ticket) => id)
  expect(await ids(mike.call, 'assignee=me')).toEqual([second.id, first.id])
  expect(await ids(mike.call, 'assignee=me&status=Open')).toEqual([first.id])
  expect(await ids(reporter.call, `assignee=${mike.account.id}&sort=status`)).toEqual([first.id, second.id])
  expect(await ids(reporter.call, 'assignee=none')).toEqual([fourth.id, third.id])
  expect(await ids(reporter.call, 'assignee=none&status=Open&supportRequestType=Bug')).toEqual([third.id])
  expect(await ids(reporter.call, `id=${first.id}&id=${fourth.id}&status=Closed`)).toEqual([fourth.id])
  const counts = async (call: Caller, query = '') => (await call('GET', `${path}counts${query}`)).body
  expect(await counts(reporter.call)).toMatchObject({
    most: 1000,
    status: { Open: 2, Viewed: 0, Closed: 2 },
    unassigned: 1,
    mine: 0,
  })
  expect(await counts(mike.call, '?assignee=me')).toMatchObject({ status: { Open: 1, Closed: 1 }, mine: 1 })
})

it('HD-05 D-HD-1 a whole list is selected by its filters, and changed and undone as one change in several calls', async () => {
  const org = await makeOrganization(database)
  const reporter = await someone({ organizationId: org.id })
  const all = [
    await open(reporter.call),
    await open(reporter.call),
    await open(reporter.call, { supportRequestType: 'Other' }),
  ]
  await open(ana.call)
  const select = async (query = '') => (await reporter.call('GET', `${path}selection${query}`)).body
  const newestFirst = all.map(({ id, version }) => ({ id, version })).toReversed()
  expect(await select()).toEqual({ tickets: newestFirst, hasMore: false })
  expect((await select('?supportRequestType=Other')).tickets).toEqual(newestFirst.slice(0, 1))
  const [first, ...rest] = newestFirst
  const one = await bulk(reporter.call, [first as Ticket], { status: 'Closed' })
  const { bulkId } = one.body
  const go = (call: Caller, tickets: object[], change: object) =>
    call('POST', `${path}bulk`, { tickets, change, bulkId })
  expect((await go(ana.call, rest, { status: 'Closed' })).status).toBe(404)
  expect((await go(sue.call, rest, { assigneeId: null })).status).toBe(404)
  const more = await go(reporter.call, rest, { status: 'Closed' })
  expect([more.body.bulkId, outcomes(more)]).toEqual([bulkId, ['done', 'done']])
  const undone = await undo(reporter.call, bulkId)
  expect(outcomes(undone)).toEqual(['undone', 'undone', 'undone'])
  // Repeating the call does not undo the undoing.
  expect(outcomes(await go(reporter.call, rest, { status: 'Closed' }))).toEqual(['stale', 'stale'])
  // A change that started long ago is a separate one.
  await sql`update support_request_bulk set created_on = now() - interval '16 minutes' where id = ${bulkId}::uuid`.execute(
    database,
  )
  expect((await go(reporter.call, rest, { status: 'Closed' })).status).toBe(409)
  expect((await select('?status=Open')).tickets).toHaveLength(3)
})

it('HDV-06 0104 0214 a bulk change is repeated under its ID: nothing is changed twice, and all is undone together', async () => {
  const [first, second] = [await open(), await open()]
  const bulkId = randomUUID()
  const tickets = [first, second].map(({ id, version }) => ({ id, version }))
  const change = (call: Caller, status = 'Closed') =>
    call('POST', `${path}bulk`, { tickets, change: { status }, bulkId })
  const done = await change(sue.call)
  expect(done.body).toEqual({ bulkId, undoSeconds: 10, results: tickets.map(({ id }) => ({ id, outcome: 'done' })) })
  await tom.call('PUT', path, { ...(await read(second.id)), status: 'Viewed' })
  expect((await change(sue.call)).body).toEqual(done.body)
  expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(['Closed', 'Viewed'])
  expect((await read(first.id)).version).toBe(first.version + 1)
  expect(outcomes(await change(sue.call, 'Open'))).toEqual(['stale', 'stale'])
  expect((await change(tom.call)).status).toBe(404)
  const { results } = (await undo(sue.call, bulkId)).body
  expect(results).toContainEqual({ id: first.id, outcome: 'undone' })
  expect(results).toContainEqual({ id: second.id, outcome: 'changed' })
})

it('HD-05 D-HD-1 a bulk change goes on with the same kind of change alone', async () => {
  const [first, second] = [await open(), await open()]
  const { bulkId } = (await bulk(sue.call, [first], { status: 'Closed' })).body
  const ticket = { id: second.id, version: second.version }
  const other = await sue.call('POST', `${path}bulk`, { tickets: [ticket], change: { assigneeId: null }, bulkId })
  expect(other.status).toBe(404)
  const same = await sue.call('POST', `${path}bulk`, { tickets: [ticket], change: { status: 'Closed' }, bulkId })
  expect([same.status, outcomes(same)]).toEqual([200, ['done']])
})

it('HD-05 a list of more than a thousand is selected as far as that, and says that there are more', async () => {
  const org = await makeOrganization(database)
  const reporter = await someone({ organizationId: org.id })
  await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
    select 950000 + n, now() - n * interval '1 minute', 'Bug', 'Low', 'Many', 'Yes', ${org.id}, ${reporter.account.id} from generate_series(1, 1001) n`.execute(
    database,
  )
  const { body } = await reporter.call('GET', `${path}selection`)
  expect([body.tickets.length, body.hasMore]).toEqual([1000, true])
  await database.deleteFrom('supportRequest').where('organizationId', '=', org.id).execute()
})

it('HD-05 while many are undone, nobody is notified of them', async () => {
  const ticket = await open(ana.call, { receiveEmailUpdates: true })
  const { bulkId } = (await bulk(tom.call, [ticket], { status: 'Closed' })).body
  const runsAt = async () =>
    (
      await sql<{
        runAt: string
      }>`select run_at from graphile_worker._private_jobs where key = ${`bulk:${bulkId}`}`.execute(database)
    ).rows[0]?.runAt
  const { going } = await database.transaction().execute(async (transaction) => {
    await sql`select 1 from support_request where id = ${ticket.id} for update`.execute(transaction)
    const going = undo(tom.call, bulkId)
    await vi.waitFor(async () => expect(Date.parse(String(await runsAt()))).toBeGreaterThan(Date.now() + 60_000))
    return { going }
  })
  expect(outcomes(await going)).toEqual(['undone'])
  expect(Date.parse(String(await runsAt()))).toBeLessThan(Date.now() + 60_000)
})

it('HD-05 the numbers follow every other filter, also what is typed', async () => {
  const org = await makeOrganization(database)
  const reporter = await someone({ organizationId: org.id })
  const [first, second] = [
    await open(reporter.call, { description: 'The wombat sleeps' }),
    await open(reporter.call, { description: 'A wombat runs' }),
  ]
  await open(reporter.call)
  await bulk(sue.call, [first], { assigneeId: sue.account.id })
  await bulk(sue.call, [second], { status: 'Closed' })
  const counts = async (query: string) => (await reporter.call('GET', `${path}counts?${query}`)).body
  expect(await counts('keyword=wombat')).toMatchObject({
    isKnown: true,
    status: { Open: 1, Closed: 1 },
    unassigned: 0,
    needsAnswer: 1,
  })
  expect((await counts('keyword=wombat&assignee=none')).status).toMatchObject({ Open: 0, Closed: 1 })
  expect((await counts(`ticketNumber=${first.ticketNumber}`)).status).toMatchObject({ Open: 1, Closed: 0 })
  expect((await counts('keyword=—')).status).toMatchObject({ Open: 0, Closed: 0 })
  expect((await counts('needsAnswer=true')).status).toMatchObject({ Open: 2, Closed: 0 })
  expect((await counts('status=Viewed')).unassigned).toBe(0)
})

it('HD-05 the numbers end at a thousand and one', async () => {
  const org = await makeOrganization(database)
  const reporter = await someone({ organizationId: org.id })
  const first = await open(reporter.call)
  await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
    select 900000 + n, now(), 'Bug', 'Low', 'Many', 'Yes', ${org.id}, ${reporter.account.id} from generate_series(1, 1500) n`.execute(
    database,
  )
  const { body } = await reporter.call('GET', `${path}counts`)
  expect(body).toMatchObject({ status: { Open: 1001, Closed: 0 }, unassigned: 1001 })
  // A keyword search scans a limited number at once: the number of matches is not known.
  expect((await reporter.call('GET', `${path}counts?keyword=oven`)).body).toMatchObject({ isKnown: false })
  expect((await reporter.call('GET', `${path}selection?keyword=oven`)).body.hasMore).toBe(true)
  expect((await reporter.call('GET', `${path}counts?keyword=oven&status=Closed`)).body).toMatchObject({
    isKnown: false,
  })
  await database.deleteFrom('supportRequest').where('organizationId', '=', org.id).where('id', '<>', first.id).execute()
})

it('HDV-07 shows assignees new tickets until they open them, and mails those with e-mail updates', async () => {
  const ticket = await open(ana.call, { receiveEmailUpdates: true })
  await tom.call('PUT', path, { ...ticket, receiveEmailUpdates: true })
  await sql`delete from event`.execute(database)
  await bulk(sue.call, [ticket], { assigneeId: tom.account.id })
  const events = await database.selectFrom('event').select(['type', 'audience']).execute()
  expect(events.find(({ type }) => type === 'ticketAssignment')?.audience).toEqual([`account:${tom.account.id}`])
  const news = async (call: Caller) => (await call('GET', `${path}newAssignments`)).body.items
  expect((await news(tom.call)).filter(({ id }: Ticket) => id === ticket.id)).toMatchObject([
    { ticketNumber: ticket.ticketNumber, assignedBy: { firstName: 'Sue', lastName: 'Porter' } },
  ])
  expect(await news(sue.call)).toEqual([])
  await sue.call('POST', `${path}${ticket.id}/assignmentSeen`)
  expect((await news(tom.call)).some(({ id }: Ticket) => id === ticket.id)).toBe(true)
  await tom.call('POST', `${path}${ticket.id}/assignmentSeen`)
  expect((await news(tom.call)).some(({ id }: Ticket) => id === ticket.id)).toBe(false)
  await workJobs()
  const about = async (email: string) =>
    (await product.outbox(email)).filter(
      (mail) => mail.subject.includes(ticket.ticketNumber) && !isAcknowledgement(mail),
    )
  expect((await about(tom.account.email)).map(({ html }) => html)).toEqual([
    expect.stringContaining(`Sue Porter le asignó ${ticket.ticketNumber}`),
  ])
  expect((await about(ana.account.email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('Tom Vega works on the ticket now.'),
  ])
  expect(await about(sue.account.email)).toEqual([])
})

it('HDV-06 HDV-07 an undone change gives the former value back and no mail is sent; once mails went it is too late', async () => {
  const [first, second] = [await open(ana.call, { receiveEmailUpdates: true }), await open(ana.call)]
  const made = (await bulk(sue.call, [first, second], { status: 'Closed' })).body
  expect((await undo(tom.call, made.bulkId)).status).toBe(404)
  expect(outcomes(await undo(sue.call, made.bulkId))).toEqual(['undone', 'undone'])
  expect(outcomes(await undo(sue.call, made.bulkId))).toEqual(['undone', 'undone'])
  const now = await read(first.id, sue.call)
  expect([now.status, now.version]).toEqual(['Open', 3])
  expect(now.auditRecords.map(({ auditAction }: { auditAction: string }) => auditAction).slice(0, 2)).toEqual([
    'Status changed from Closed to Open',
    'Status changed from Open to Closed',
  ])
  const again = (await bulk(sue.call, [now], { status: 'Viewed' })).body
  await workJobs()
  expect(outcomes(await undo(sue.call, again.bulkId))).toEqual(['too-late'])
  const mails = (await product.outbox(ana.account.email)).filter(
    (mail) => mail.subject.includes(first.ticketNumber) && !isAcknowledgement(mail),
  )
  expect(mails.map(({ text }) => /It was (.*)\./.exec(text)?.[1])).toEqual(['Open and is now Viewed'])
})

it('HDV-06 undo leaves alone what somebody changed since, also there and back, and nothing else', async () => {
  const [kept, back, noted] = [await open(), await open(), await open()]
  const made = (await bulk(sue.call, [kept, back, noted], { status: 'Viewed' })).body
  await ana.call('PUT', path, { ...kept, version: 2, status: 'Closed' })
  await ana.call('PUT', path, { ...back, version: 2, status: 'Closed' })
  await ana.call('PUT', path, { ...back, version: 3, status: 'Viewed' })
  await bulk(tom.call, [{ ...noted, version: 2 }], { assigneeId: tom.account.id })
  await ana.call('POST', `${path}${noted.id}/note`, { noteText: 'Still so' })
  const { results } = (await undo(sue.call, made.bulkId)).body
  expect(Object.fromEntries(results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]))).toEqual({
    [kept.id]: 'changed',
    [back.id]: 'changed',
    [noted.id]: 'undone',
  })
  expect((await read(kept.id)).status).toBe('Closed')
  expect((await read(back.id)).status).toBe('Viewed')
  expect(await read(noted.id)).toMatchObject({ status: 'Open', assignee: { id: tom.account.id } })
})

it('HDV-06 D-PERM-1 undo restores no assignee who can no longer be assigned, and all others', async () => {
  const leaving = await makeAccount(database, { roles: ['support-agent'] })
  const demoted = await makeAccount(database, { roles: ['support-agent'] })
  const [ofLeaving, ofDemoted, ofNobody] = [await open(), await open(), await open()]
  await bulk(sue.call, [ofLeaving], { assigneeId: leaving.id })
  await bulk(sue.call, [ofDemoted], { assigneeId: demoted.id })
  const given = [{ ...ofLeaving, version: 2 }, { ...ofDemoted, version: 2 }, ofNobody]
  const made = (await bulk(sue.call, given, { assigneeId: tom.account.id })).body
  await database.updateTable('account').set({ deactivatedOn: sql`now()` }).where('id', '=', leaving.id).execute()
  await database.deleteFrom('accountRole').where('accountId', '=', demoted.id).execute()
  const { results } = (await undo(sue.call, made.bulkId)).body
  expect(Object.fromEntries(results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]))).toEqual({
    [ofLeaving.id]: 'not-allowed',
    [ofDemoted.id]: 'not-allowed',
    [ofNobody.id]: 'undone',
  })
  for (const { id } of [ofLeaving, ofDemoted]) expect((await read(id)).assignee).toMatchObject({ id: tom.account.id })
  expect((await read(ofNobody.id)).assignee).toBe(null)
})

it('D-ACT-1 a frozen agent keeps their tickets and is given no new ones', async () => {
  const held = await makeAccount(database, { roles: ['support-agent'] })
  const [kept, other] = [await open(), await open()]
  expect(outcomes(await bulk(sue.call, [kept], { assigneeId: held.id }))).toEqual(['done'])
  await freezeAccount(database, held.id, { recoveryEmail: held.email, toldOn: new Date().toISOString() })
  const refused = await bulk(sue.call, [other], { assigneeId: held.id })
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'change.assigneeId'])
  const offered = (await sue.call('GET', `${path}assignable`)).body.items.map(({ id }: { id: string }) => id)
  expect(offered).not.toContain(held.id)
  expect((await read(kept.id)).assignee).toMatchObject({ id: held.id })
})

it('HDV-06 of two agents who change the same tickets at once, each ticket follows exactly one', async () => {
  const tickets = []
  for (let i = 0; i < 12; i++) tickets.push(await open())
  const [one, two] = await Promise.all([
    bulk(sue.call, tickets, { status: 'Closed' }),
    bulk(tom.call, tickets.toReversed(), { status: 'Viewed' }),
  ])
  const ofTwo = outcomes(two).toReversed()
  for (const [i, ticket] of tickets.entries()) {
    const pair = [outcomes(one)[i], ofTwo[i]]
    expect(pair.toSorted()).toEqual(['done', 'stale'])
    expect((await read(ticket.id)).status).toBe(pair[0] === 'done' ? 'Closed' : 'Viewed')
  }
})

it('HDV-07 an undo and the mails of the same change never both happen', async () => {
  for (let round = 0; round < 6; round++) {
    const ticket = await open(ana.call, { receiveEmailUpdates: true })
    const { bulkId } = (await bulk(sue.call, [ticket], { status: 'Closed' })).body
    const [answer] = await Promise.all([undo(sue.call, bulkId), workJobs()])
    await workJobs()
    const mails = (await product.outbox(ana.account.email)).filter(
      (mail) => mail.subject.includes(ticket.ticketNumber) && !isAcknowledgement(mail),
    )
    expect(mails).toHaveLength(outcomes(answer)[0] === 'undone' ? 0 : 1)
    expect((await read(ticket.id)).status).toBe(mails.length ? 'Closed' : 'Open')
  }
})

it('HDV-03 D-HD-1 only support sees undone changes and other people’s e-mail updates in the history', async () => {
  const ticket = await open(ana.call)
  const made = (await bulk(sue.call, [ticket], { status: 'Closed' })).body
  const history = async (call: Caller) =>
    (await call('GET', `${path}${ticket.id}/activity`)).body.items.map(({ changes }: { changes: string }) => changes)
  const [closed, opened, created] = [
    'Status changed from Open to Closed',
    'Status changed from Closed to Open',
    'Support request created',
  ]
  expect(await history(ana.call)).toEqual([closed, created])
  await undo(sue.call, made.bulkId)
  expect(await history(ana.call)).toEqual([created])
  expect(await history(sue.call)).toEqual([opened, closed, created])
  expect((await ana.call('GET', `${path}${ticket.id}`)).body.auditRecords).toHaveLength(1)
  await tom.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  expect(await history(ana.call)).toEqual([created])
  expect(await history(sue.call)).toContain('Email updates turned on')
  await ana.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  expect(await history(ana.call)).toEqual(['Email updates turned on', created])
})
