import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { makeImage, uploadImage } from '#test/images.ts'

const product = await startTestApp({ PUBLIC_URL: 'https://portal.example.test' })
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'

const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const bea = await someone({ organizationId: east.id, firstName: 'Bea', lastName: 'Soto' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin' })
const mia = await someone({ organizationId: east.id, roles: ['community-member'], firstName: 'Mia', lastName: 'Own' })
const sue = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const tom = await someone({ roles: ['platform-admin'], firstName: 'Tom', lastName: 'Vega' })

interface Ticket {
  id: string
  ticketNumber: string
  status: string
  version: number
}
const open = async (call: Caller = ana.call, change: object = {}): Promise<Ticket> =>
  (await call('POST', path, { ...newTicket, ...change })).body
const read = async ({ id }: { id: string }, call: Caller = sue.call) => (await call('GET', `${path}${id}`)).body
const activity = async ({ id }: { id: string }, call: Caller = sue.call) =>
  (await call('GET', `${path}${id}/activity?limit=100`)).body.items
const asked = ({ id, version }: Ticket) => ({ id, version })
const merge = (target: Ticket, duplicates: Ticket[], call: Caller = sue.call) =>
  call('POST', `${path}merge`, { target: asked(target), duplicates: duplicates.map(asked) })
const undo = (mergeIds: string[], call: Caller = sue.call) => call('POST', `${path}merge/undo`, { mergeIds })
const preview = (targetId: string, ids: string[], call: Caller = sue.call) =>
  call('GET', `${path}merge/preview?targetId=${targetId}${ids.map((id) => `&duplicateId=${id}`).join('')}`)
const note = (ticket: Ticket, noteText: string, call: Caller, visibility = 'public') =>
  call('POST', `${path}${ticket.id}/note`, { noteText, visibility })
const save = (ticket: Ticket, change: object, call: Caller) =>
  call('PUT', path, { ...asked(ticket), status: ticket.status, receiveEmailUpdates: false, ...change })
const mergeIdsOf = ({ body }: { body: { merges: { id: string }[] } }) => body.merges.map(({ id }) => id)
const upload = async (call: Caller) => (await uploadImage(call, await makeImage())).body.id as string
/** Simulates that the time to undo unnoticed has passed. */
const workJobs = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database)
  await product.workJobs()
}

it('D-HD-1 a preview says what a merge would make of the tickets, and changes nothing', async () => {
  const [target, near, far] = [
    await open(ana.call, { receiveEmailUpdates: true }),
    await open(bea.call, { priority: 'Medium', description: 'Also empty here' }),
    await open(cho.call, { receiveEmailUpdates: true }),
  ]
  await note(target, 'One', ana.call)
  await note(far, 'Two', cho.call)
  await note(far, 'Between us', sue.call, 'internal')
  const fileId = await upload(cho.call)
  await cho.call('POST', '/api/supportRequestFile/', { supportRequestId: far.id, fileId })
  const before = await sql`select * from support_request order by number`.execute(database)
  const { status, body } = await preview(target.id, [near.id, far.id])
  expect(status).toBe(200)
  expect(body.target).toMatchObject({ ticketNumber: target.ticketNumber, notes: 1, watchers: [{ id: ana.account.id }] })
  expect(body.duplicates).toMatchObject([
    {
      ticketNumber: near.ticketNumber,
      fromOrganization: { name: 'Eastside' },
      notes: 0,
      description: 'Also empty here',
    },
    {
      ticketNumber: far.ticketNumber,
      fromOrganization: { name: 'Westside' },
      notes: 1,
      internalNotes: 1,
      screenshots: 1,
    },
  ])
  expect(body.warnings).toEqual([
    { kind: 'more-urgent', ticketNumber: near.ticketNumber },
    { kind: 'other-readers', ticketNumber: far.ticketNumber },
  ])
  expect(body.result).toMatchObject({ notes: 2, internalNotes: 1, screenshots: 1 })
  expect(body.result.watchers.map(({ id }: Ticket) => id).toSorted()).toEqual(
    [ana.account.id, cho.account.id].toSorted(),
  )
  expect(await sql`select * from support_request order by number`.execute(database)).toEqual(before)
  for (const { call } of [ana, cho]) expect((await preview(target.id, [near.id], call)).status).toBe(403)
  for (const id of [target.id, target.id.toUpperCase()])
    expect((await preview(target.id, [id])).body.errors).toEqual([{ path: 'duplicateId', message: 'merge-itself' }])
  expect((await preview(target.id, [east.id])).status).toBe(404)
})

it('D-HD-1 a merged ticket is closed and read together with the target, and both have a record', async () => {
  const [target, duplicate] = [await open(ana.call), await open(bea.call, { description: 'Also empty' })]
  await note(duplicate, 'It began on Monday', bea.call)
  await note(duplicate, 'Same cause', tom.call, 'internal')
  const fileId = await upload(bea.call)
  await bea.call('POST', '/api/supportRequestFile/', { supportRequestId: duplicate.id, fileId })
  expect((await merge(target, [duplicate])).status).toBe(200)

  const seen = await read(target)
  expect(seen.mergedTickets).toMatchObject([
    {
      ticketNumber: duplicate.ticketNumber,
      description: 'Also empty',
      createdByPortalAccount: { email: bea.account.email },
      supportRequestFiles: [{ fileId }],
      merge: { mergedBy: { firstName: 'Sue' }, takesNotes: false },
    },
  ])
  expect(seen.notes.map(({ noteText, origin }: { noteText: string; origin: string }) => [noteText, origin])).toEqual([
    ['Same cause', duplicate.ticketNumber],
    ['It began on Monday', duplicate.ticketNumber],
  ])
  expect(seen.auditRecords[0]).toMatchObject({
    field: 'tookIn',
    auditAction: `${duplicate.ticketNumber} was merged into this ticket`,
    to: duplicate.ticketNumber,
  })
  const rows = await activity(target)
  expect(
    rows
      .filter(({ origin }: { origin: string | null }) => origin)
      .map(({ changes }: { changes: string }) => changes)
      .toSorted(),
  ).toEqual([
    'Note Added',
    'Note Added',
    'Screenshot added',
    'Status changed from Open to Closed',
    'Support request created',
  ])
  // A colleague who may read both tickets sees the same, except internal parts.
  const theirs = await read(target, ana.call)
  expect(theirs.notes.map(({ noteText }: { noteText: string }) => noteText)).toEqual(['It began on Monday'])
  const merged = await read(duplicate, bea.call)
  expect(merged).toMatchObject({
    status: 'Closed',
    mergedInto: { ticket: { id: target.id, ticketNumber: target.ticketNumber }, status: 'Open' },
    merge: { takesNotes: false },
  })
  expect(merged.auditRecords.map(({ auditAction }: { auditAction: string }) => auditAction).slice(0, 2)).toEqual([
    'Status changed from Open to Closed',
    `Merged into ${target.ticketNumber}`,
  ])
})

it('D-HD-1 a merged ticket refuses changes and names the target, but its e-mail updates can be ended', async () => {
  const [target, duplicate] = [await open(ana.call), await open(ana.call, { receiveEmailUpdates: true })]
  const made = await note(duplicate, 'Wait, a picture comes', ana.call)
  await merge(target, [duplicate])
  const merged: Ticket = await read(duplicate, ana.call)
  const where = {
    code: 'ticket-merged',
    ticketNumber: duplicate.ticketNumber,
    mergedInto: { id: target.id, ticketNumber: target.ticketNumber },
  }
  expect((await save(merged, { status: 'Viewed' }, ana.call)).body).toMatchObject(where)
  expect((await note(merged, 'One more thing', ana.call)).body).toMatchObject(where)
  expect((await note(merged, 'One more thing', sue.call)).status).toBe(409)
  const bulk = (change: object) => sue.call('POST', `${path}bulk`, { tickets: [asked(merged)], change })
  for (const change of [{ status: 'Open' }, { assigneeId: sue.account.id }])
    expect((await bulk(change)).body.results).toEqual([{ id: merged.id, outcome: 'merged' }])
  // A save based on the version before the merge gets the current state.
  expect((await save(duplicate, { status: 'Viewed' }, ana.call)).body).toMatchObject({
    code: 'stale-version',
    conflicts: [{ path: 'status', yours: 'Viewed', theirs: 'Closed' }],
    current: { mergedInto: { ticket: { id: target.id } } },
  })
  // An upload that was started before is not lost.
  const fileId = await upload(ana.call)
  expect((await ana.call('POST', '/api/noteFile/', { noteId: made.body.id, fileId })).status).toBe(201)
  const other = await upload(bea.call)
  const theirs = { supportRequestId: duplicate.id, fileId: other }
  expect((await bea.call('POST', '/api/supportRequestFile/', theirs)).body.code).toBe('ticket-merged')

  expect((await save(merged, {}, ana.call)).body.receiveEmailUpdates).toBe(false)
  for (const { call } of [ana, sue]) {
    const { items } = (await call('GET', `${path}?ticketNumber=${duplicate.ticketNumber}`)).body
    expect(items).toMatchObject([{ id: duplicate.id, status: 'Closed', mergedInto: { status: 'Open' } }])
  }
  const csv = (await sue.call('GET', `${path}export?ticketNumber=${duplicate.ticketNumber}`)).body
  expect(csv).toContain(target.ticketNumber)
})

it('HD-06 D-HD-1 a merge shows nobody more than before: neither other organizations nor people served', async () => {
  const secret = 'East-secret'
  const target = await open(ana.call, { description: `${secret} words` })
  const far = await open(cho.call, { description: 'West-secret words' })
  const own = await open(mia.call, { description: 'Mia-secret words' })
  const pictures = []
  for (const [who, ticket] of [
    [ana, target],
    [cho, far],
    [mia, own],
  ] as const) {
    const fileId = await upload(who.call)
    await who.call('POST', '/api/supportRequestFile/', { supportRequestId: ticket.id, fileId })
    await note(ticket, `${secret} note of ${who.account.email}`, who.call)
    pictures.push(fileId)
  }
  await note(target, 'East-secret from support', sue.call)
  await note(far, 'East-secret internal', sue.call, 'internal')
  expect((await merge(target, [far, own])).status).toBe(200)
  await workJobs()

  /** Everything that a reader receives of a ticket, as text. */
  const all = async (ticket: Ticket, call: Caller) =>
    JSON.stringify([await read(ticket, call), await activity(ticket, call), (await call('GET', path)).body])
  const ofOthers = {
    cho: [
      ana.account.email,
      mia.account.email,
      'from support',
      'internal',
      target.ticketNumber,
      own.ticketNumber,
      target.id,
    ],
  }
  const chos = await all(far, cho.call)
  for (const word of ofOthers.cho) expect(chos).not.toContain(word)
  expect(chos).not.toContain('East-secret words')
  expect(chos).not.toContain('Mia-secret')
  const mias = await all(own, mia.call)
  for (const word of [
    ana.account.email,
    cho.account.email,
    'West-secret',
    'East-secret words',
    far.ticketNumber,
    target.ticketNumber,
    target.id,
  ])
    expect(mias).not.toContain(word)
  const anas = await all(target, ana.call)
  for (const word of [
    cho.account.email,
    'West-secret',
    'Westside',
    far.ticketNumber,
    far.id,
    'internal","',
    'East-secret internal',
  ])
    expect(anas).not.toContain(word)
  // Staff of Eastside saw the ticket of the person served before; they still do, but learn about no other merge.
  expect(anas).toContain('Mia-secret')
  const tookIn = ({ field, to }: { field: string; to: string | null }) => (field === 'tookIn' ? [to] : [])
  const told = async (call: Caller) => [
    (await read(target, call)).auditRecords.flatMap(tookIn),
    (await activity(target, call)).flatMap(tookIn),
  ]
  expect(await told(ana.call)).toEqual([[own.ticketNumber], [own.ticketNumber]])
  expect((await told(sue.call)).map((all) => all.length)).toEqual([2, 2])
  for (const [call, mine] of [
    [cho.call, 1],
    [mia.call, 2],
  ] as const)
    for (const [place, fileId] of pictures.entries())
      expect((await call('GET', `/api/file/${fileId}`)).status).toBe(place === mine ? 200 : 404)
  expect((await ana.call('GET', `/api/file/${pictures[1]}`)).status).toBe(404)
  for (const [ticket, call] of [
    [target, cho.call],
    [far, ana.call],
    [target, mia.call],
  ] as const)
    expect((await call('GET', `${path}${ticket.id}`)).status).toBe(404)

  // They learn that it was merged and its status; support reads everything in one place.
  expect(await read(far, cho.call)).toMatchObject({
    mergedInto: { ticket: null, status: 'Open' },
    merge: { takesNotes: true },
  })
  expect(
    (await read(far, cho.call)).auditRecords.map(({ auditAction }: { auditAction: string }) => auditAction),
  ).toContain('Merged into another ticket that support works on')
  await save({ ...target, version: 3 }, { status: 'Fix Pending' }, ana.call)
  expect((await cho.call('GET', path)).body.items[0]).toMatchObject({
    mergedInto: { ticket: null, status: 'Fix Pending' },
  })
  expect((await read(target)).notes).toHaveLength(5)

  // People who do not see the other ticket continue in their own, and support answers there.
  expect((await read(own, mia.call)).merge.takesNotes).toBe(true)
  expect((await note(own, 'Is there news for me?', mia.call)).status).toBe(201)
  expect((await note(far, 'Is there news?', cho.call)).status).toBe(201)
  expect((await note(far, 'Nearly done', sue.call)).status).toBe(201)
  expect((await read(target)).notes.map(({ noteText }: { noteText: string }) => noteText).slice(0, 3)).toEqual([
    'Nearly done',
    'Is there news?',
    'Is there news for me?',
  ])
  expect((await save(await read(far, cho.call), { status: 'Open' }, cho.call)).body).toMatchObject({
    code: 'ticket-merged',
    mergedInto: null,
  })
})

it('HD-06 D-HD-1 a merge reveals nothing through live events, exports, similar tickets or screenshot lists', async () => {
  const heads = await Promise.all(
    [east, west].map(({ id }) => someone({ organizationId: id, roles: ['organization-admin'] })),
  )
  const target = await open(ana.call, { description: 'Quokka marzipan widget stays dark' })
  const far = await open(cho.call, { description: 'Quokka marzipan widget flickers' })
  const fileId = await upload(cho.call)
  await cho.call('POST', '/api/supportRequestFile/', { supportRequestId: far.id, fileId })
  /** The tickets that the tabs of either organization must reload after an act. */
  const heard = async (act: () => Promise<unknown>) => {
    await sql`delete from event`.execute(database)
    await act()
    const events = await database.selectFrom('event').select(['subjectId', 'audience']).execute()
    const of = (...audience: string[]) =>
      new Set(events.filter((event) => audience.some((one) => event.audience.includes(one))).map((e) => e.subjectId))
    return [
      of(`organization:${east.id}`, `account:${ana.account.id}`),
      of(`organization:${west.id}`, `account:${cho.account.id}`),
    ]
  }
  const both = [new Set([target.id]), new Set([far.id])]
  let ids: string[] = []
  const mergeThem = async () => {
    ids = mergeIdsOf(await merge(await read(target), [await read(far)]))
  }
  expect(await heard(mergeThem)).toEqual(both)
  expect(await heard(() => note(target, 'We look at it', sue.call))).toEqual([new Set([target.id]), new Set()])
  const setStatus = async () => save(await read(target), { status: 'Fix Pending' }, sue.call)
  expect(await heard(setStatus)).toEqual(both)
  expect(await heard(() => undo(ids))).toEqual(both)
  await mergeThem()

  const outside = [
    [heads[0], ana, target, far],
    [heads[1], cho, far, target],
  ] as const
  for (const [head, reporter, own, other] of outside) {
    const file = String((await head?.call('GET', `${path}export`))?.bytes)
    expect(file).toContain(own.ticketNumber)
    expect(file.includes('Another ticket')).toBe(own === far)
    expect(file).not.toContain(other.ticketNumber)
    const similar = (await reporter.call('POST', `${path}similar`, { text: 'quokka marzipan widget' })).body.items
    expect(similar.map(({ id }: Ticket) => id)).toEqual([own.id])
    const files = (await reporter.call('GET', `/api/supportRequestFile/?supportRequestId=${other.id}`)).body.items
    expect(files).toEqual([])
    expect((await reporter.call('GET', `${path}${other.id}/activity`)).status).toBe(404)
  }
  expect((await sue.call('GET', `/api/supportRequestFile/?supportRequestId=${far.id}`)).body.items).toHaveLength(1)
})

it('D-HD-1 a merged ticket whose creator has moved is read only by its organization, and takes no notes', async () => {
  const lee = await someone({ organizationId: east.id })
  const [target, duplicate] = [await open(ana.call), await open(lee.call)]
  await database.updateTable('account').set({ organizationId: west.id }).where('id', '=', lee.account.id).execute()
  await merge(target, [duplicate])
  expect((await read(duplicate, bea.call)).merge.takesNotes).toBe(false)
  expect((await note(duplicate, 'One more thing', bea.call)).body.code).toBe('ticket-merged')
  expect((await note(duplicate, 'One more thing', lee.call)).status).toBe(404)
})

it('D-HD-1 a hundred tickets go under one and no more, those under a duplicate counted too', async () => {
  const [target, duplicate, another] = [await open(), await open(), await open()]
  const insert = (into: Ticket, count: number, first: number) =>
    sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by, status, merged_into)
      select ${first}::int + n, now(), 'Bug', 'Low', 'Again', 'Yes', ${east.id}::uuid, ${ana.account.id}::uuid, 'Closed', ${into.id}::uuid
      from generate_series(1, ${count}::int) n`.execute(database)
  await insert(target, 60, 700_000)
  await insert(duplicate, 39, 710_000)
  const both = await merge(target, [duplicate, another])
  expect([both.status, both.body.errors]).toEqual([400, [{ path: 'duplicates', message: 'too-many-merged' }]])
  expect((await read(duplicate)).mergedInto).toBe(null)
  expect((await merge(target, [duplicate])).status).toBe(200)
})

it('D-HD-1 undoing gives every ticket back as it was, also much later, and keeps what came since', async () => {
  const [target, one, two] = [
    await open(ana.call),
    await open(bea.call, { receiveEmailUpdates: true }),
    await open(cho.call),
  ]
  await sue.call('POST', `${path}bulk`, { tickets: [asked(one)], change: { assigneeId: tom.account.id } })
  await save(await read(two), { status: 'Fix Pending' }, sue.call)
  const columns = sql`status, assignee_id, assigned_by, organization_id, description, merged_into, merged_count`
  const state = async () =>
    (
      await sql`select number, ${columns}, array(select account_id from support_request_subscription s where s.support_request_id = t.id) as subscribers
      from support_request t where id = any(${[target.id, one.id, two.id]}::uuid[]) order by number`.execute(database)
    ).rows
  const before = await state()
  const ids = mergeIdsOf(await merge(target, [await read(one), await read(two)]))
  await sql`update support_request_merge set created_on = now() - interval '40 days'`.execute(database)
  await note(target, 'Found since', sue.call)
  for (const { call } of [ana, cho]) expect((await undo(ids, call)).status).toBe(403)
  const undone = await undo(ids, tom.call)
  expect(undone.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['undone', 'undone'])
  expect(await state()).toEqual(before)
  expect((await read(target)).notes.map(({ noteText }: { noteText: string }) => noteText)).toEqual(['Found since'])
  expect(
    (await read(two)).auditRecords.map(({ auditAction }: { auditAction: string }) => auditAction).slice(0, 4),
  ).toEqual([
    'Status changed from Closed to Fix Pending',
    `No longer merged into ${target.ticketNumber}`,
    'Status changed from Fix Pending to Closed',
    `Merged into ${target.ticketNumber}`,
  ])
  // Repeating it does nothing, and undoing the old merge does not affect a new one.
  await merge(await read(target), [await read(one)])
  expect((await undo(ids)).body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'undone',
    'undone',
  ])
  expect((await read(one)).mergedInto.ticket.id).toBe(target.id)
  expect((await undo([east.id])).body.results).toEqual([{ id: east.id, ticketId: null, outcome: 'not-allowed' }])
})

it('D-HD-1 merges form chains without circles, each undone by itself', async () => {
  const [first, second, third] = [await open(), await open(), await open()]
  const [inner] = mergeIdsOf(await merge(second, [first]))
  await note(third, 'Newest', ana.call)
  const [outer] = mergeIdsOf(await merge(third, [await read(second)]))
  expect((await read(first)).mergedInto.ticket.id).toBe(third.id)
  expect((await read(third)).mergedTickets.map(({ id }: Ticket) => id)).toEqual([first.id, second.id])
  const refused = async (target: Ticket, duplicate: Ticket) =>
    (await merge(await read(target), [await read(duplicate)])).body
  for (const [target, duplicate] of [
    [first, third],
    [second, third],
    [third, first],
  ] as const)
    expect((await refused(target, duplicate)).code).toBe('ticket-merged')
  expect((await refused(third, third)).errors[0].path).toBe('duplicates')
  await undo([inner ?? ''])
  expect((await read(first)).mergedInto).toBe(null)
  expect((await read(second)).mergedInto.ticket.id).toBe(third.id)
  await undo([outer ?? ''])
  expect((await read(second)).mergedInto).toBe(null)
  expect(
    (
      await sql`select sum(merged_count)::int as left from support_request where id = any(${[first.id, second.id, third.id]}::uuid[])`.execute(
        database,
      )
    ).rows,
  ).toEqual([{ left: 0 }])
})

it('D-HD-1 refuses to merge tickets that have changed, and a repeated merge changes nothing', async () => {
  const [target, duplicate] = [await open(), await open()]
  await save(duplicate, { status: 'Viewed' }, ana.call)
  const refused = await merge(target, [duplicate])
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'stale-version',
    conflicts: [{ path: duplicate.ticketNumber, yours: 1, theirs: 2 }],
    current: { duplicates: [{ status: 'Viewed', version: 2 }] },
  })
  expect((await read(duplicate)).mergedInto).toBe(null)
  const given = [target, [{ ...duplicate, version: 2 }]] as const
  const made = await merge(given[0], [...given[1]])
  const records = (await activity(target)).length
  expect((await merge(given[0], [...given[1]], tom.call)).body).toEqual(made.body)
  expect((await activity(target)).length).toBe(records)
  const many = Array.from({ length: 21 }, () => ({ ...duplicate, id: crypto.randomUUID() }))
  expect((await merge(target, many)).status).toBe(400)
  expect((await merge(target, [duplicate, duplicate])).status).toBe(400)
})

it('HDV-06 D-HD-1 of two simultaneous opposite merges one succeeds, and a simultaneous note is not lost', async () => {
  for (let round = 0; round < 12; round++) {
    const [one, two] = [await open(), await open()]
    const [there, back, written, saved] = await Promise.all([
      merge(one, [two], sue.call),
      merge(two, [one], tom.call),
      note(two, 'At the same time', ana.call),
      save(two, { status: 'Viewed' }, bea.call),
    ])
    const made = [there, back].filter(({ status }) => status === 200)
    expect(made.length).toBeLessThanOrEqual(1)
    for (const { status } of [there, back, saved]) expect([200, 409]).toContain(status)
    // Both fail only if a save came first.
    expect(made.length + (saved.status === 200 ? 1 : 0)).toBeGreaterThan(0)
    expect([201, 409]).toContain(written.status)
    const after = await Promise.all([read(one), read(two)])
    expect(after.filter(({ mergedInto }) => mergedInto)).toHaveLength(made.length)
    expect(after[1].notes.length + after[0].notes.length).toBeGreaterThanOrEqual(written.status === 201 ? 1 : 0)
    for (const ids of made.map(mergeIdsOf)) await undo(ids)
    const again = await read(two)
    expect(again.notes).toHaveLength(written.status === 201 ? 1 : 0)
    expect(again.status).toBe(saved.status === 200 ? 'Viewed' : 'Open')
  }
})
