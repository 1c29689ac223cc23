import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const east = await makeOrganization(database)
const west = await makeOrganization(database)
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const bea = await someone({ organizationId: east.id })
const cho = await someone({ organizationId: west.id })
const sue = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const tom = await someone({ roles: ['support-agent'] })

const open = async (call: Caller, given: object = {}) => (await call('POST', path, { ...newTicket, ...given })).body
const read = async (id: string, call: Caller = sue.call) => (await call('GET', `${path}${id}`)).body
const note = (call: Caller, id: string, given: object = {}) =>
  call('POST', `${path}${id}/note`, { noteText: 'Words', ...given })
const waiting = async (call: Caller) => (await call('GET', `${path}waiting`)).body
const setStatus = async (id: string, status: string, call: Caller = sue.call) => {
  const ticket = await read(id, call)
  return call('PUT', path, { ...ticket, status })
}

/** Messages to an address since the last call, newest first. */
const seen = new Map<string, number>()
async function newMails(email: string) {
  await product.workJobs()
  const all = await product.outbox(email)
  const before = seen.get(email) ?? 0
  seen.set(email, all.length)
  return all.slice(0, all.length - before)
}

it('D-DESK-1 HDV-04 a ticket needs an answer from the moment that it is filed until support answers publicly', async () => {
  const ticket = await open(ana.call)
  expect(ticket.needsAnswerSince).toBe(ticket.createdOn)
  await note(sue.call, ticket.id, { visibility: 'internal' })
  await setStatus(ticket.id, 'Viewed')
  expect((await read(ticket.id)).needsAnswerSince).toBe(ticket.createdOn)
  await note(bea.call, ticket.id)
  expect((await read(ticket.id)).needsAnswerSince).toBe(ticket.createdOn)
  await note(sue.call, ticket.id)
  expect((await read(ticket.id)).needsAnswerSince).toBeNull()
  const again = (await note(bea.call, ticket.id)).body
  expect((await read(ticket.id)).needsAnswerSince).toBe(again.createdOn)
  expect((await open(sue.call)).needsAnswerSince).toBeNull()
})

it('D-DESK-1 HDV-06 closing ends the wait, and opening the ticket again brings it back', async () => {
  const ticket = await open(ana.call)
  await setStatus(ticket.id, 'Closed')
  expect((await read(ticket.id)).needsAnswerSince).toBeNull()
  await setStatus(ticket.id, 'Viewed')
  expect((await read(ticket.id)).needsAnswerSince).toBe(ticket.createdOn)
})

it('D-DESK-1 HDV-04 HDV-06 a note by a reporter reopens a closed ticket, one by support does not', async () => {
  const ticket = await open(ana.call, { receiveEmailUpdates: true })
  await note(sue.call, ticket.id)
  await setStatus(ticket.id, 'Closed')
  await note(sue.call, ticket.id, { noteText: 'All done.' })
  expect((await read(ticket.id)).status).toBe('Closed')
  await newMails(ana.account.email)
  const { version } = await read(ticket.id)
  const written = (await note(bea.call, ticket.id, { noteText: 'It is still broken.' })).body
  const now = await read(ticket.id)
  expect(now).toMatchObject({ status: 'Open', version: version + 1, needsAnswerSince: written.createdOn })
  expect(now.auditRecords[0]).toMatchObject({
    field: 'status',
    from: 'Closed',
    to: 'Open',
    portalAccount: { id: bea.account.id },
  })
  const mails = await newMails(ana.account.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain(`wrote in ${ticket.ticketNumber}, which is open again: The list stays empty`)
})

it('D-DESK-1 HD-04 the filter keeps what needs an answer, the longest wait first, and the counts agree', async () => {
  const mine = await open(cho.call)
  const nobodys = await open(cho.call)
  const toms = await open(cho.call)
  const before = (await waiting(sue.call)).desk
  await note(tom.call, (await open(cho.call)).id)
  const assign = (id: string, version: number, assigneeId: string) =>
    sue.call('POST', `${path}bulk`, { tickets: [{ id, version }], change: { assigneeId } })
  await assign(mine.id, mine.version, sue.account.id)
  await assign(toms.id, toms.version, tom.account.id)
  const asked = async (call: Caller, query = '') =>
    (await call('GET', `${path}?needsAnswer=true&sort=waiting&direction=asc&limit=200${query}`)).body.items
  const all = await asked(sue.call)
  const sinces = all.map((one: { needsAnswerSince: string }) => one.needsAnswerSince)
  expect(sinces).toEqual(sinces.toSorted())
  expect(all.every((one: { needsAnswerSince: string | null }) => one.needsAnswerSince !== null)).toBe(true)
  expect((await asked(cho.call)).map(({ id }: { id: string }) => id)).toEqual([mine.id, nobodys.id, toms.id])
  const paged = (await sue.call('GET', `${path}?sort=waiting&direction=asc&limit=1`)).body
  expect(paged.items[0].id).toBe(all[0].id)
  expect(
    (await sue.call('GET', `${path}?sort=waiting&direction=asc&limit=1&cursor=${paged.nextCursor}`)).body.items[0].id,
  ).toBe(all[1].id)
  const { desk, newAnswers } = await waiting(sue.call)
  expect(desk.needsAnswer).toBe(all.length)
  expect(desk.needsMyAnswer).toBe(before.needsMyAnswer - 1)
  expect(desk.oldest.id).toBe(all[0].id)
  expect(newAnswers).toBe(0)
  expect((await sue.call('GET', `${path}counts`)).body.needsAnswer).toBe(all.length)
  expect((await waiting(cho.call)).desk).toBeNull()
})

it('D-DESK-1 HD-06 who filed a ticket sees that it was answered until they open it, and nobody else does', async () => {
  const ticket = await open(ana.call)
  const before = (await waiting(ana.call)).newAnswers
  await note(sue.call, ticket.id, { visibility: 'internal' })
  expect((await waiting(ana.call)).newAnswers).toBe(before)
  await note(sue.call, ticket.id)
  expect((await waiting(ana.call)).newAnswers).toBe(before + 1)
  expect([(await read(ticket.id, ana.call)).hasNewAnswer, (await read(ticket.id, bea.call)).hasNewAnswer]).toEqual([
    true,
    false,
  ])
  await bea.call('POST', `${path}${ticket.id}/answerSeen`)
  expect((await waiting(ana.call)).newAnswers).toBe(before + 1)
  expect((await cho.call('POST', `${path}${ticket.id}/answerSeen`)).status).toBe(404)
  for (const _ of [1, 2]) expect((await ana.call('POST', `${path}${ticket.id}/answerSeen`)).status).toBe(204)
  expect((await waiting(ana.call)).newAnswers).toBe(before)
  await note(sue.call, ticket.id)
  await note(ana.call, ticket.id)
  expect((await waiting(ana.call)).newAnswers).toBe(before)
})

it('D-DESK-1 HDV-07 to whom a ticket is given is told by mail of an answer in it, unless they do not want that', async () => {
  const ticket = await open(ana.call)
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: ticket.id, version: ticket.version }],
    change: { assigneeId: sue.account.id },
  })
  const mails = () => newMails(sue.account.email)
  await mails()
  await note(bea.call, ticket.id, { noteText: 'It happens every morning.' })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('It happens every morning.')
  expect(mail?.text).toContain(`because ${ticket.ticketNumber} is assigned to you`)
  await note(tom.call, ticket.id)
  expect(await mails()).toEqual([])
  // The mail's unsubscribe link ends only these mails.
  const address = mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? ''
  const code = address.split('/').at(-1)
  expect((await product.anonymous('GET', `/api/supportPortal/emailUpdates/${code}`)).body).toEqual({
    ticketNumber: null,
  })
  expect((await product.anonymous('POST', new URL(address).pathname)).status).toBe(204)
  expect((await sue.call('GET', '/api/supportPortal/preference/')).body).toEqual({ mailsOfAnswers: false })
  await note(bea.call, ticket.id)
  expect(await mails()).toEqual([])
  await sue.call('PUT', '/api/supportPortal/preference/', { mailsOfAnswers: true })
  await note(bea.call, ticket.id)
  expect(await mails()).toHaveLength(1)
})

const steps = ['ask', 'answer', 'internal', 'close', 'reopen', 'bulkClose', 'undoBulk', 'merge', 'unmerge'] as const

it('D-DESK-1 HDV-06 the stored state always equals a computation from the records', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.constantFrom(...steps), far: fc.boolean() }), { maxLength: 14 }),
      async (walk) => {
        const [near, far] = [await open(ana.call), await open(cho.call)]
        const undone: { bulk?: string | undefined; merge?: string } = {}
        // The expected state from the whole history: who wrote last, and whether the ticket was closed or merged in
        // between.
        const told: Record<string, { since: string; isClosed: boolean }> = {
          [near.id]: { since: near.createdOn, isClosed: false },
          [far.id]: { since: far.createdOn, isClosed: false },
        }
        const asked: Record<string, string | null> = { [near.id]: near.createdOn, [far.id]: far.createdOn }
        const inMerge = { isOn: false, wasClosed: false, asked: false }
        for (const { step, far: isFar } of walk) {
          const ticket = isFar ? far : near
          const reporter = isFar ? cho : ana
          const state = told[ticket.id] as { isClosed: boolean }
          const isMerged = isFar && inMerge.isOn
          if (step === 'ask') {
            const { createdOn } = (await note(reporter.call, ticket.id)).body
            const waits = asked[ticket.id] && (isMerged ? inMerge.asked : !state.isClosed)
            if (!waits) asked[ticket.id] = createdOn
            if (isMerged) inMerge.asked = true
            else state.isClosed = false
          } else if (step === 'answer') {
            await note(sue.call, ticket.id)
            asked[ticket.id] = null
            if (isMerged) inMerge.asked = false
          } else if (step === 'internal') await note(sue.call, ticket.id, { visibility: 'internal' })
          else if (step === 'close' || step === 'reopen') {
            const { status } = await setStatus(ticket.id, step === 'close' ? 'Closed' : 'Viewed')
            if (status === 200) state.isClosed = step === 'close'
          } else if (step === 'bulkClose') {
            const { version } = await read(near.id)
            const { body } = await sue.call('POST', `${path}bulk`, {
              tickets: [{ id: near.id, version }],
              change: { status: 'Closed' },
            })
            const isNew = !told[near.id]?.isClosed
            undone.bulk = isNew ? body.bulkId : undefined
            ;(told[near.id] as { isClosed: boolean }).isClosed = true
          } else if (step === 'undoBulk' && undone.bulk) {
            const { body } = await sue.call('POST', `${path}bulk/${undone.bulk}/undo`)
            if (body.results[0]?.outcome === 'undone') (told[near.id] as { isClosed: boolean }).isClosed = false
            undone.bulk = undefined
          } else if (step === 'merge' && !inMerge.isOn) {
            const [target, duplicate] = [await read(near.id), await read(far.id)]
            const { body } = await sue.call('POST', `${path}merge`, {
              target: { id: target.id, version: target.version },
              duplicates: [{ id: duplicate.id, version: duplicate.version }],
            })
            undone.merge = body.merges[0].id
            // It has readers who do not see the other ticket: their question remains to be answered there.
            const wasClosed = told[far.id]?.isClosed
            Object.assign(inMerge, { isOn: true, wasClosed, asked: !wasClosed && asked[far.id] !== null })
          } else if (step === 'unmerge' && inMerge.isOn) {
            await sue.call('POST', `${path}merge/undo`, { mergeIds: [undone.merge] })
            ;(told[far.id] as { isClosed: boolean }).isClosed = inMerge.wasClosed && !inMerge.asked
            Object.assign(inMerge, { isOn: false, asked: false })
          }
          const expected = (id: string) => {
            const isOpen = id === far.id && inMerge.isOn ? inMerge.asked : !told[id]?.isClosed
            return isOpen ? asked[id] : null
          }
          for (const { id } of [near, far])
            expect([step, isFar, (await read(id)).needsAnswerSince]).toEqual([step, isFar, expected(id)])
        }
      },
    ),
    { numRuns: howOften(12, 100) },
  )
}, 120_000)

it('D-DESK-1 the migration’s reading of who wrote last agrees with what is kept', async () => {
  const { rows } = await sql<{ id: string; askedOn: string | null; by: string | null }>`
    with said as (
      select n.support_request_id, n.created_on,
        exists (select from account_role r where r.account_id = n.created_by and r.role in ('support-agent', 'platform-admin'))
          -- who has left support since: neither the reporter nor of their organization
          or (n.created_by <> t.created_by and exists (select from account a where a.id = n.created_by
            and a.organization_id is distinct from t.organization_id)) as is_answer
      from support_request_note n join support_request t on t.id = n.support_request_id where n.visibility = 'public'
      union all select t.id, t.created_on, false from support_request t
      where not exists (select from account_role r where r.account_id = t.created_by and r.role in ('support-agent', 'platform-admin')))
    select t.id, t.asked_on is not null as "askedOn",
      exists (select from said s where s.support_request_id = t.id and not s.is_answer
        and s.created_on > coalesce((select max(created_on) from said a where a.support_request_id = t.id and a.is_answer), '-infinity')) as by
    from support_request t`.execute(database)
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) expect([row.id, row.askedOn]).toEqual([row.id, row.by])
})

it('D-DESK-1 NOTE-01 a note that the database refuses fails alone, and takes nothing with it', async () => {
  const ticket = await open(ana.call)
  await sql`create function refuse_note() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
    database,
  )
  await sql`create trigger refuse_note before insert on support_request_note for each row execute function refuse_note()`.execute(
    database,
  )
  // An unhandled rejection would end the process, and so this test run.
  try {
    expect((await note(sue.call, ticket.id)).status).toBe(500)
    await new Promise((done) => setTimeout(done, 50))
  } finally {
    await sql`drop trigger refuse_note on support_request_note`.execute(database)
  }
  expect((await read(ticket.id)).needsAnswerSince).toBe(ticket.createdOn)
  expect((await note(sue.call, ticket.id)).status).toBe(201)
})

it('D-DESK-1 the answer of an agent who has left support counts, and a question after it stays', async () => {
  const [answered, again, asked] = [await open(ana.call), await open(ana.call), await open(ana.call)]
  const former = await someone({ organizationId: west.id })
  // The previous behavior: the note did not count as support's.
  const say = (id: string, by: string, minutes: number) =>
    sql`insert into support_request_note (support_request_id, note_text, visibility, created_by, created_on)
      values (${id}::uuid, 'Words', 'public', ${by}::uuid, now() + make_interval(mins => ${minutes}))`.execute(database)
  await say(answered.id, former.account.id, 1)
  await say(again.id, former.account.id, 1)
  await say(again.id, ana.account.id, 2)
  await say(asked.id, bea.account.id, 1)
  const before = await read(asked.id)
  await sql.raw(readFileSync('migrations/0225_answers_of_former_agents.sql', 'utf8')).execute(database)
  expect((await read(answered.id)).needsAnswerSince).toBeNull()
  expect(Date.parse((await read(again.id)).needsAnswerSince)).toBeGreaterThan(Date.parse(again.createdOn) + 60_000)
  expect((await read(asked.id)).needsAnswerSince).toBe(before.needsAnswerSince)
})
