import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { afterAll, expect, it, vi } from 'vitest'
import { startInboundMail } from '#help-desk/inbound-mail/server/inbound-mail.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { writeReplyAddress } from '../answering/reply-address.ts'

const DOMAIN = 'reply.example.test'
const product = await startTestApp({
  PUBLIC_URL: 'https://portal.example.test',
  MAIL_REPLY_DOMAIN: DOMAIN,
  INBOUND_SMTP_PORT: '0',
})
const { database, config, someone } = product
const inbound = await startInboundMail(product)
afterAll(() => inbound?.stop())

const path = '/api/supportPortal/supportRequest/'
const east = await makeOrganization(database)
const west = await makeOrganization(database)
const ana = await someone({ organizationId: east.id })
const bea = await someone({ organizationId: east.id })
const cho = await someone({ organizationId: west.id })
const sue = await someone({ roles: ['support-agent'] })
const tom = await someone({ roles: ['support-agent'] })

interface Ticket {
  id: string
  ticketNumber: string
  createdOn: string
  version: number
  needsAnswerSince: string | null
}
const open = async (call: Caller): Promise<Ticket> => (await call('POST', path, newTicket)).body
const read = async (id: string): Promise<Ticket> => (await sue.call('GET', `${path}${id}`)).body
const since = async ({ id }: Ticket) => (await read(id)).needsAnswerSince
const note = (call: Caller, { id }: Ticket) => call('POST', `${path}${id}/note`, { noteText: 'Words' })
const versioned = async ({ id }: Ticket) => ({ id, version: (await read(id)).version })
/** @returns the merges' identifiers */
async function merge(target: Ticket, duplicates: Ticket[]): Promise<string[]> {
  const given = { target: await versioned(target), duplicates: await Promise.all(duplicates.map(versioned)) }
  const { body } = await sue.call('POST', `${path}merge`, given)
  return body.merges.map(({ id }: { id: string }) => id)
}
const undo = (mergeIds: string[]) => sue.call('POST', `${path}merge/undo`, { mergeIds })
const answerByMail = (author: typeof ana, ticket: Ticket) =>
  createTransport({ host: '127.0.0.1', port: inbound?.port ?? 0, secure: false, ignoreTLS: true }).sendMail({
    from: author.account.email,
    to: writeReplyAddress(config.secretKeys, DOMAIN, {
      ticketNumber: Number(ticket.ticketNumber.slice(3)),
      accountId: author.account.id,
      visibility: 'public',
    }),
    subject: 'Re: news',
    text: 'It is still so.',
  })

it('D-DESK-1 a ticket inherits the oldest unanswered question of what is merged into it, and gives it back', async () => {
  const [oldest, older, target] = [await open(ana.call), await open(bea.call), await open(ana.call)]
  await note(sue.call, target)
  expect(await since(target)).toBeNull()
  const [first, second] = [await merge(target, [older]), await merge(target, [oldest])]
  expect([await since(target), await since(oldest), await since(older)]).toEqual([oldest.createdOn, null, null])
  await undo(second)
  expect([await since(target), await since(oldest)]).toEqual([older.createdOn, oldest.createdOn])
  await undo(first)
  expect([await since(target), await since(older)]).toEqual([null, older.createdOn])
})

it('D-DESK-1 an answer in the ticket answers what was inherited, and a later question waits from then', async () => {
  const [earlier, target] = [await open(bea.call), await open(ana.call)]
  const [id] = await merge(target, [earlier])
  expect(await since(target)).toBe(earlier.createdOn)
  await note(sue.call, target)
  expect(await since(target)).toBeNull()
  const again = (await note(ana.call, target)).body
  expect(await since(target)).toBe(again.createdOn)
  await undo([id as string])
  expect([await since(target), await since(earlier)]).toEqual([again.createdOn, earlier.createdOn])
})

it('D-DESK-1 an answered or closed duplicate brings no question, and one with readers of its own keeps its own', async () => {
  const [answered, closed, foreign, target] = [
    await open(ana.call),
    await open(ana.call),
    await open(cho.call),
    await open(ana.call),
  ]
  for (const one of [answered, target]) await note(sue.call, one)
  await sue.call('PUT', path, { ...(await read(closed.id)), status: 'Closed' })
  const [id] = await merge(target, [foreign])
  await merge(target, [answered, closed])
  expect([await since(target), await since(foreign)]).toEqual([null, foreign.createdOn])
  await note(sue.call, foreign)
  expect(await since(foreign)).toBeNull()
  await undo([id as string])
  expect([(await sue.call('GET', `${path}${foreign.id}`)).body.status, await since(foreign)]).toEqual(['Open', null])
})

it('D-DESK-1 to whom the ticket is given is told by mail of an answer that came by a ticket merged into it', async () => {
  const [duplicate, target] = [await open(bea.call), await open(ana.call)]
  await sue.call('POST', `${path}bulk`, {
    tickets: [await versioned(target)],
    change: { assigneeId: tom.account.id },
  })
  await merge(target, [duplicate])
  await product.workJobs()
  const mails = async () => (await product.outbox(tom.account.email)).length
  const before = await mails()
  await answerByMail(bea, duplicate)
  await product.workJobs()
  expect(await mails()).toBe(before + 1)
})

it('D-DESK-1 an answer by mail and the undoing of its merge never wait for each other in a circle', async () => {
  // Undoing the merge locks the ticket with the lower ID first.
  let [duplicate, target] = [await open(bea.call), await open(ana.call)]
  while (duplicate.id < target.id) [duplicate, target] = [await open(bea.call), await open(ana.call)]
  const ids = await merge(target, [duplicate])
  const { going } = await database.transaction().execute(async (transaction) => {
    await sql`select 1 from support_request where id = ${target.id} for update`.execute(transaction)
    const going: Promise<unknown>[] = []
    for (const act of [() => undo(ids), () => answerByMail(bea, duplicate)]) {
      going.push(act())
      await vi.waitFor(async () => {
        const waiting = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
        expect(waiting.rows).toHaveLength(going.length)
      }, 10_000)
    }
    return { going }
  })
  const [undone] = await Promise.all(going)
  expect((undone as { body: object }).body).toMatchObject({ results: [{ outcome: 'undone' }] })
  const { notes } = (await sue.call('GET', `${path}${duplicate.id}`)).body
  expect(notes).toHaveLength(1)
})

it('HDV-03 the same note under the same key is written once; a different text is another note', async () => {
  const ticket = await open(ana.call)
  const add = (noteText: string) =>
    ana.call('POST', `${path}${ticket.id}/note`, { noteText }, { 'idempotency-key': 'the-same-key' })
  const answers = await Promise.all([add('Once'), add('Once'), add('Once')])
  answers.push(await add('Once'))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  await add('More')
  const { notes } = (await sue.call('GET', `${path}${ticket.id}`)).body
  expect(notes.map(({ noteText }: { noteText: string }) => noteText).toSorted()).toEqual(['More', 'Once'])
})
