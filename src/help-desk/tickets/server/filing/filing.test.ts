import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { HIGH } from '../../support-request.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const given = {
  supportRequestType: 'Bug',
  priority: 'Medium',
  clearedCache: 'Yes',
  description: 'Nothing to see here',
  receiveEmailUpdates: false,
}
const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id })
const ben = await someone({ organizationId: east.id })
const cho = await someone({ organizationId: west.id })
const agent = await someone({ roles: ['support-agent'] })
const member = await someone({ roles: ['community-member'], organizationId: east.id })

const file = (call: Caller, change: object = {}, key?: string) =>
  call('POST', path, { ...given, ...change }, key ? { 'idempotency-key': key } : {})
const open = async (call: Caller, description: string) => {
  const { status, body } = await file(call, { description })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const countTickets = async () =>
  (await sql<{ n: number }>`select count(*) as n from support_request`.execute(database)).rows[0]?.n

describe('filing again under the same key', () => {
  it('HDN-04 twenty calls at once and one later make one ticket, one record and one event; all of them answer it', async () => {
    const before = Number(await countTickets())
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => file(ana.call, { receiveEmailUpdates: true }, key)),
    )
    const again = await file(ana.call, { receiveEmailUpdates: true }, `"${key}"`)
    expect([...answers, again].map(({ status }) => status)).toEqual(Array(21).fill(201))
    expect(new Set([...answers, again].map(({ body }) => body.ticketNumber)).size).toBe(1)
    expect(again.body).toMatchObject({ ...given, receiveEmailUpdates: true, auditRecords: [{ field: 'created' }] })
    expect(Number(await countTickets())).toBe(before + 1)
    const events = await sql`select from event where type = 'supportRequest' and subject_id = ${again.body.id}`.execute(
      database,
    )
    expect(events.rows).toHaveLength(1)
    const next = await open(ana.call, 'The one after it')
    expect(Number(next.ticketNumber.slice(3))).toBe(Number(again.body.ticketNumber.slice(3)) + 1)
  })

  it('HDN-06 other words under the key are refused with the ticket that was made; a new key files them', async () => {
    const key = randomUUID()
    const { body: first } = await file(ana.call, { description: 'The first words' }, key)
    const { status, body } = await file(ana.call, { description: 'Better words' }, key)
    expect([status, body.code, body.current.id]).toEqual([409, 'already-filed', first.id])
    expect(body.current.description).toBe('The first words')
    const { body: second } = await file(ana.call, { description: 'Better words' }, randomUUID())
    expect(second.id).not.toBe(first.id)
  })

  it('HDN-06 each of the fields counts as other words, and a short priority as its long one', async () => {
    const key = randomUUID()
    const first = { priority: 'High', description: 'Words' }
    expect((await file(ana.call, first, key)).status).toBe(201)
    for (const change of [
      { supportRequestType: 'Other' },
      { priority: 'Low' },
      { description: 'Words.' },
      { receiveEmailUpdates: true },
    ])
      expect((await file(ana.call, { ...first, ...change }, key)).body.code).toBe('already-filed')
    expect((await file(ana.call, { ...first, priority: HIGH }, key)).status).toBe(201)
  })

  it('of calls with one key and two texts at once one text is filed, and the others are told which', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => file(ana.call, { description: i % 2 ? 'One text' : 'Another text' }, key)),
    )
    const filed = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    const told = answers.filter(({ status }) => status === 409).map(({ body }) => body.current)
    expect([filed.length, told.length]).toEqual([6, 6])
    expect(new Set([...filed, ...told].map(({ id, description }) => `${id} ${description}`)).size).toBe(1)
  })

  it('a key is its account’s own: the same one of a colleague makes a ticket, and tells nothing of the other', async () => {
    const key = randomUUID()
    const { body: hers } = await file(ana.call, { description: 'Hers' }, key)
    const { status, body: his } = await file(ben.call, { description: 'His' }, key)
    expect([status, his.description]).toEqual([201, 'His'])
    expect(his.id).not.toBe(hers.id)
    expect((await file(ana.call, { description: 'Hers' }, key)).body.id).toBe(hers.id)
    expect((await file(ben.call, { description: 'His' }, key)).body.id).toBe(his.id)
  })

  it('a refused ticket leaves its key free, and calls without a key stay apart', async () => {
    const key = randomUUID()
    expect((await file(ana.call, { clearedCache: 'No' }, key)).status).toBe(400)
    expect((await file(ana.call, {}, key)).status).toBe(201)
    expect((await open(ana.call, 'Twice')).id).not.toBe((await open(ana.call, 'Twice')).id)
  })

  it.each(['', 'short', 'x'.repeat(101), '"half', 'with a blank', 'ünïcode-key'])('refuses the key %j', async (key) => {
    expect((await ana.call('POST', path, given, { 'idempotency-key': key })).status).toBe(400)
  })

  it('an account’s keys of more than eight days ago go when it files again; later ones and those of others stay', async () => {
    const [old, later] = [randomUUID(), randomUUID()]
    const filed = async (call: Caller, key: string) => (await file(call, {}, key)).body.id as string
    const first = [await filed(ana.call, old), await filed(ana.call, later), await filed(ben.call, old)]
    const age = (key: string, days: number) =>
      sql`update support_request_filing set created_on = now() - make_interval(days => ${days}) where key = ${key}`.execute(
        database,
      )
    await age(old, 9)
    await age(later, 7)
    await filed(ana.call, randomUUID())
    const again = [await filed(ana.call, old), await filed(ana.call, later), await filed(ben.call, old)]
    expect(again.map((id, place) => id === first[place])).toEqual([false, true, true])
  })
})

describe('similar tickets', () => {
  const similar = async (call: Caller, text: string) => {
    const { status, body } = await call('POST', `${path}similar`, { text })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items as {
      id: string
      ticketNumber: string
      status: string
      beginning: string
      answer: string | null
    }[]
  }
  const numbers = async (call: Caller, text: string) => (await similar(call, text)).map((t) => t.ticketNumber)
  const close = async (ticket: { id: string; version: number }) =>
    agent.call('PUT', path, { ...ticket, status: 'Closed', receiveEmailUpdates: false })
  const note = (call: Caller, id: string, noteText: string, visibility = 'public') =>
    call('POST', `${path}${id}/note`, { noteText, visibility })

  it('offers tickets about the same, in other words and forms too, to those who see them and to nobody else', async () => {
    const invoice = await open(ana.call, 'Printing the pantry invoice shows a blank sheet since yesterday')
    await open(ana.call, 'Please add Vietnamese to the languages of a service')
    const foreign = await open(cho.call, 'Printing our pantry invoice leaves the sheet blank')
    const text = 'blank sheets when I print invoices for the pantry'
    for (const { call } of [ana, ben]) expect(await numbers(call, text)).toEqual([invoice.ticketNumber])
    expect(await numbers(cho.call, text)).toEqual([foreign.ticketNumber])
    expect(new Set(await numbers(agent.call, text))).toEqual(new Set([invoice.ticketNumber, foreign.ticketNumber]))
    expect(await numbers(member.call, text)).toEqual([])
    const own = await open(member.call, 'The pantry invoice prints as a blank sheet')
    expect(await numbers(member.call, text)).toEqual([own.ticketNumber])
    expect((await product.anonymous('POST', `${path}similar`, { text })).status).toBe(401)
  })

  it('says how it begins, and of a closed one what support answered in public, never what it wrote internally', async () => {
    const description = `Spanish letters arrive garbled in exported spreadsheets. ${'More of it. '.repeat(40)}`
    const ticket = await open(ana.call, description)
    const text = 'garbled Spanish letters in the exported spreadsheet'
    await note(agent.call, ticket.id, 'Save it as UTF-8; that settles it.')
    await note(agent.call, ticket.id, 'Secret: the exporter is broken', 'internal')
    await note(ben.call, ticket.id, 'Same here')
    expect((await similar(ana.call, text))[0]).toMatchObject({ id: ticket.id, status: 'Open', answer: null })
    await close(ticket)
    for (const { call } of [ana, agent])
      expect(await similar(call, text)).toEqual([
        {
          id: ticket.id,
          ticketNumber: ticket.ticketNumber,
          createdOn: ticket.createdOn,
          status: 'Closed',
          beginning: description.slice(0, 200),
          answer: 'Save it as UTF-8; that settles it.',
        },
      ])
  })

  it('takes nothing for an answer that support wrote to a ticket of its own', async () => {
    const own = await open(agent.call, 'The nightly backup of the attic lantern hangs')
    await note(agent.call, own.id, 'It still hangs')
    await close(own)
    expect(await similar(agent.call, 'attic lantern backup hangs')).toMatchObject([{ id: own.id, answer: null }])
  })

  it('leaves a merged duplicate out where its target is offered, and offers it where nobody sees that', async () => {
    const text = 'The calendar of volunteers skips every leap year'
    const [target, near, far] = [await open(ana.call, text), await open(ben.call, text), await open(cho.call, text)]
    const asked = ({ id, version }: { id: string; version: number }) => ({ id, version })
    const merged = { target: asked(target), duplicates: [near, far].map(asked) }
    expect((await agent.call('POST', `${path}merge`, merged)).status).toBe(200)
    for (const { call } of [ana, ben, agent]) expect(await numbers(call, text)).toEqual([target.ticketNumber])
    expect(await numbers(cho.call, text)).toEqual([far.ticketNumber])
  })

  it('puts what support answered before what is as near, and what was closed without a word last', async () => {
    const same = 'The consent signature pad freezes on the tablet'
    const [answered, unanswered, waiting] = [
      await open(ana.call, same),
      await open(ana.call, same),
      await open(ana.call, same),
    ]
    await note(agent.call, answered.id, 'Turn the tablet once.')
    await close(answered)
    await note(ana.call, unanswered.id, 'My own word is no answer')
    await close(unanswered)
    expect(await numbers(ana.call, 'signature pad freezes for a consent')).toEqual(
      [answered, waiting, unanswered].map((t) => t.ticketNumber),
    )
  })

  it('finds old ones that share two rare words behind a thousand newer ones, within the same sight', async () => {
    const east1 = await open(ana.call, 'The quokka widget swallows every marzipan entry')
    const west1 = await open(cho.call, 'Our quokka widget swallows marzipan')
    await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
      select 900000 + n, now() + interval '1 minute', 'Bug', 'Low', 'An everyday entry in the widget ' || n, 'Yes', o.organization_id, o.created_by
      from generate_series(1, 2100) n join (values (0, ${east.id}::uuid, ${ana.account.id}::uuid), (1, ${west.id}::uuid, ${cho.account.id}::uuid))
        o (turn, organization_id, created_by) on n % 2 = o.turn`.execute(database)
    const text = 'quokka widget and marzipan: the entry is swallowed'
    expect(await numbers(ana.call, text)).toEqual([east1.ticketNumber])
    expect(await numbers(cho.call, text)).toEqual([west1.ticketNumber])
    expect(new Set(await numbers(agent.call, text))).toEqual(new Set([east1.ticketNumber, west1.ticketNumber]))
  })

  it.each(['', '   ', 'the', 'que de la', '!!! ???', "it's a 'quoted' \\ back:* slash & | ! <-> (", 'a\u0000b', '…'])(
    'has nothing to offer for %j',
    async (text) => expect(await similar(ana.call, text)).toEqual([]),
  )
})
