import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isAcknowledgement } from '#test/acknowledgement.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { supportRequestStatuses } from '../support-request.ts'

const product = await startTestApp({ PUBLIC_URL: 'https://portal.example.test' })
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const given = {
  supportRequestType: 'Bug',
  priority: 'Medium',
  clearedCache: 'Yes',
  description: 'The referral list stays empty after signing in',
  receiveEmailUpdates: false,
}
type Ticket = typeof given & {
  id: string
  ticketNumber: string
  status: string
  version: number
  auditRecords: object[]
}

const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const ben = await someone({ organizationId: east.id, firstName: 'Ben', lastName: 'Okoye', language: 'es' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin' })
const agent = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })

const open = async (call: Caller, change: object = {}): Promise<Ticket> =>
  (await call('POST', path, { ...given, ...change })).body
const read = async (call: Caller, id: string) => (await call('GET', `${path}${id}`)).body
const save = (call: Caller, ticket: object) => call('PUT', path, ticket)
const note = (call: Caller, id: string, noteText = 'Looking into it') => call('POST', `${path}${id}/note`, { noteText })
const mailsTo = async (email: string) => {
  await product.workJobs()
  return (await product.outbox(email)).filter((mail) => !isAcknowledgement(mail))
}

it('HDV-04 HDV-06 any status may follow any, and each change leaves a record that nothing alters', async () => {
  let ticket = await open(ana.call)
  for (const from of supportRequestStatuses)
    for (const to of supportRequestStatuses) {
      if (ticket.status !== from) ticket = (await save(ana.call, { ...ticket, status: from })).body
      const saved = await save(ben.call, { ...ticket, receiveEmailUpdates: false, status: to })
      expect([saved.status, saved.body.status]).toEqual([200, to])
      if (from !== to)
        expect(saved.body.auditRecords[0]).toMatchObject({
          auditDate: expect.stringMatching(/Z$/),
          auditAction: `Status changed from ${from} to ${to}`,
          field: 'status',
          from,
          to,
          portalAccount: { email: ben.account.email, contact: { firstName: 'Ben', lastName: 'Okoye' } },
        })
      ticket = saved.body
    }
  for (const statement of [sql`update audit_record set detail = '{}'`, sql`delete from audit_record`])
    await expect(sql`${statement} where subject_id = ${ticket.id}`.execute(database)).rejects.toThrow(
      'audit records are never changed',
    )
})

it('HDV-05 takes the full ticket back and changes only the status and one’s own e-mail updates', async () => {
  const ticket = await open(ana.call)
  const saved = await save(agent.call, {
    ...ticket,
    status: 'Viewed',
    receiveEmailUpdates: true,
    description: 'Something else',
    priority: 'Low',
    ticketNumber: 'HD-999999',
    fromOrganization: { id: west.id, name: 'Westside' },
    createdByPortalAccount: null,
  })
  expect(saved.body).toMatchObject({
    id: ticket.id,
    ticketNumber: ticket.ticketNumber,
    description: given.description,
    priority: 'Medium',
    status: 'Viewed',
    receiveEmailUpdates: true,
    version: 2,
    fromOrganization: { name: 'Eastside' },
  })
  expect(await read(ana.call, ticket.id)).toMatchObject({ status: 'Viewed', receiveEmailUpdates: false })
  const again = await save(agent.call, saved.body)
  expect(again.body).toEqual(saved.body)
})

it('D-HD-1 HDV-06 of two simultaneous saves one wins, and the other hears both sides’ values', async () => {
  const ticket = await open(ana.call)
  const answers = await Promise.all([
    save(ben.call, { ...ticket, status: 'Closed' }),
    save(agent.call, { ...ticket, status: 'Viewed' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status).map(({ body }) => body)
  const yours = won.status === 'Closed' ? 'Viewed' : 'Closed'
  expect(lost).toMatchObject({
    code: 'stale-version',
    conflicts: [{ path: 'status', yours, theirs: won.status }],
    current: { id: ticket.id, status: won.status, version: 2 },
  })
  const now = await read(ana.call, ticket.id)
  expect(now.status).toBe(won.status)
  expect(now.auditRecords).toHaveLength(2)
})

it.each([
  ['id', { id: 'HD-000001' }],
  ['version', { version: undefined }],
  ['version', { version: '1' }],
  ['status', { status: 'Lost' }],
  ['status', { status: null }],
  ['receiveEmailUpdates', { receiveEmailUpdates: 'true' }],
])('HDV-05 refuses a wrong %s at its field', async (field, change) => {
  const ticket = await open(ana.call)
  const { status, body } = await save(ana.call, { ...ticket, ...change })
  expect(status).toBe(400)
  expect(body.errors.map(({ path: at }: { path: string }) => at)).toEqual([field])
})

it('NOTE-01 HDV-03 a note is kept as it was written and stands in the activity with the records, newest first', async () => {
  const ticket = await open(ana.call)
  const words = 'It works <b>again</b> \u202Egnp.exe\n\nThanks & goodbye'
  const made = await note(agent.call, ticket.id, words)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    noteText: words,
    noteFiles: [],
    createdByPortalAccount: { email: agent.account.email, contact: { firstName: 'Sue' } },
  })
  await save(agent.call, { ...ticket, status: 'Closed' })
  await note(ana.call, ticket.id, '')
  const { notes } = await read(ana.call, ticket.id)
  expect(notes.map(({ noteText }: { noteText: string }) => noteText)).toEqual(['', words])

  const activity = async (query = '') => (await ana.call('GET', `${path}${ticket.id}/activity${query}`)).body
  const whole = await activity()
  expect(whole.items.map((row: { changes: string; updatedBy: string }) => [row.changes, row.updatedBy])).toEqual([
    ['Status changed from Closed to Open', 'Ana Ruiz'],
    ['Note Added', 'Ana Ruiz'],
    ['Status changed from Open to Closed', 'Sue Porter'],
    ['Note Added', 'Sue Porter'],
    ['Support request created', 'Ana Ruiz'],
  ])
  expect(whole.items[3]).toMatchObject({ notes: words, file: null })
  const paged = []
  for (let cursor = ''; cursor !== 'end'; ) {
    const page = await activity(`?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items)
    cursor = page.nextCursor ?? 'end'
  }
  expect(paged).toEqual(whole.items)
  for (const body of [{}, { noteText: null }, { noteText: 7 }, { noteText: 'x'.repeat(5001) }])
    expect((await ana.call('POST', `${path}${ticket.id}/note`, body)).status).toBe(400)
  expect((await ana.call('POST', `${path}${ticket.id}/note`, { noteText: 'x'.repeat(1_000_000) })).status).toBe(413)
})

it('HDV-07 subscribers get one mail for each change by others, in their language, as one conversation', async () => {
  const ticket = await open(ana.call, { receiveEmailUpdates: true })
  const asBen = await read(ben.call, ticket.id)
  await save(ben.call, { ...asBen, receiveEmailUpdates: true })
  const changed = (await save(agent.call, { ...ticket, status: 'Viewed', receiveEmailUpdates: true })).body
  await note(ana.call, ticket.id)
  await save(agent.call, changed)

  const toAna = await mailsTo(ana.account.email)
  expect(
    toAna.map(({ subject, text }) => [subject, text.includes('Sue Porter') || text.includes('It was Open')]),
  ).toEqual([
    [`Sue Porter changed the status of ${ticket.ticketNumber}: The referral list stays empty after signing in`, true],
  ])
  expect(toAna[0]?.text).toContain('It was Open and is now Viewed.')
  expect(toAna[0]?.text).toContain(`https://portal.example.test/support/helpDesk?view=${ticket.id}`)
  const toBen = await mailsTo(ben.account.email)
  expect(toBen.map(({ html }) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1])).toEqual([
    `Ana Ruiz agregó una nota a ${ticket.ticketNumber}`,
    `Sue Porter cambió el estado de ${ticket.ticketNumber}`,
  ])
  expect(toBen[1]?.text).toContain('El estado era «Abierta» y ahora es «Vista».')
  expect(await mailsTo(agent.account.email)).toHaveLength(1)
  expect(await mailsTo(cho.account.email)).toEqual([])

  const conversations = [...toAna, ...toBen].map(({ headers }) => headers.References)
  expect(new Set(conversations)).toEqual(new Set([`<support-request.${ticket.id}@portal.example.test>`]))
  for (const { headers } of [...toAna, ...toBen]) {
    expect(headers['In-Reply-To']).toBe(headers.References)
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  }
  // D-MAIL-1: only the mail about a public note contains its text.
  expect(toBen.map(({ text }) => text.includes('Looking into it'))).toEqual([true, false])
  for (const { text } of toAna) expect(text).not.toContain('Looking into it')
})

it('HDV-07 List-Unsubscribe ends only this account’s mails about this ticket, without a sign-in', async () => {
  const [ticket, other] = [
    await open(cho.call, { receiveEmailUpdates: true }),
    await open(cho.call, { receiveEmailUpdates: true }),
  ]
  await note(agent.call, ticket.id)
  const [mail] = await mailsTo(cho.account.email)
  const url = new URL(/<(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
  const looked = await product.anonymous('GET', url.pathname)
  expect([looked.status, looked.headers.location]).toEqual([
    302,
    `https://portal.example.test/support/emailUpdates/${url.pathname.split('/').at(-1)}`,
  ])
  expect(
    (await product.anonymous('GET', `/api/supportPortal/emailUpdates/${url.pathname.split('/').at(-1)}`)).body,
  ).toEqual({
    ticketNumber: ticket.ticketNumber,
  })
  expect((await read(cho.call, ticket.id)).receiveEmailUpdates).toBe(true)

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let i = 0; i < 2; i++)
    expect((await product.anonymous('POST', url.pathname, 'List-Unsubscribe=One-Click', form)).status).toBe(204)
  expect((await read(cho.call, ticket.id)).receiveEmailUpdates).toBe(false)
  expect((await read(cho.call, other.id)).receiveEmailUpdates).toBe(true)
  await note(agent.call, ticket.id)
  expect(await mailsTo(cho.account.email)).toHaveLength(1)

  const forged = Buffer.from(url.pathname.split('/').at(-1) ?? '', 'base64url')
  forged[20] = (forged[20] ?? 0) ^ 1
  for (const code of [forged.toString('base64url'), 'none', 'A'.repeat(64), `${'A'.repeat(90)}`])
    expect((await product.anonymous('POST', url.pathname.replace(/[^/]+$/, code), 'x=1', form)).status, code).toBe(400)
})

it('HDV-07 who left the organization, or whose account ended, hears nothing more', async () => {
  const leaver = await someone({ organizationId: east.id })
  const ended = await someone({ organizationId: east.id })
  const ticket = await open(ana.call)
  for (const { call } of [leaver, ended]) await save(call, { ...ticket, receiveEmailUpdates: true })
  await database.updateTable('account').set({ organizationId: west.id }).where('id', '=', leaver.account.id).execute()
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', ended.account.id)
    .execute()
  await note(agent.call, ticket.id)
  expect(await mailsTo(leaver.account.email)).toEqual([])
  expect(await mailsTo(ended.account.email)).toEqual([])
})

it('HD-03 the list follows a new name of the organization and a new address of the account', async () => {
  const moved = await makeOrganization(database, { name: 'Zebra House' })
  const zoe = await someone({ organizationId: moved.id })
  await open(zoe.call)
  await database.updateTable('organization').set({ name: 'Aardvark House' }).where('id', '=', moved.id).execute()
  await database.updateTable('account').set({ email: 'aaa@example.test' }).where('id', '=', zoe.account.id).execute()
  for (const sort of ['fromOrganization', 'createdByPortalAccount']) {
    const { items } = (await agent.call('GET', `${path}?sort=${sort}&limit=1`)).body
    expect(items[0], sort).toMatchObject({
      fromOrganization: { name: 'Aardvark House' },
      createdByPortalAccount: { email: 'aaa@example.test' },
    })
  }
})

it('HDN-06 HDV-05 tells those who may see a ticket that it changed, and nobody else', async () => {
  await sql`delete from event`.execute(database)
  const ticket = await open(ana.call)
  await note(agent.call, ticket.id)
  await save(agent.call, { ...ticket, status: 'Closed' })
  await save(agent.call, { ...ticket, version: 2, status: 'Closed' })
  const events = await database.selectFrom('event').select(['type', 'subjectId', 'audience']).execute()
  expect(events).toHaveLength(3)
  for (const event of events) {
    expect(event).toMatchObject({ type: 'supportRequest', subjectId: ticket.id })
    expect(event.audience.toSorted()).toEqual(
      [`account:${ana.account.id}`, `organization:${east.id}`, 'role:platform-admin', 'role:support-agent'].toSorted(),
    )
  }
})
