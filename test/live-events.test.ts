import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { Actor } from '#platform/schema/roles.ts'
import { openDatabase } from '#platform/server/database.ts'
import {
  currentPosition,
  type DeliveredEvent,
  formatPosition,
  isAfter,
  type Listener,
  parsePosition,
  readEvents,
  startEventHub,
} from '#platform/server/event-hub.ts'
import { eventStream } from '#platform/server/event-stream.ts'
import { publishEvent } from '#platform/server/events.ts'
import { startTestApp } from './app.ts'
import { makeAccount, makeOrganization, PASSWORD } from './factories.ts'

const product = await startTestApp()
const { database, url, log } = product

it('0433 an event of a slow transaction reaches every reader, and delays no faster one', async () => {
  const other = openDatabase(url, 3)
  const hub = await startEventHub({ database: other.database, url, log })
  const heard: DeliveredEvent[] = []
  hub.listen((events) => heard.push(...events))
  const told = () => heard.map(({ subjectId, isEarly }) => (isEarly ? `${subjectId}, early` : subjectId))
  const publish = (subjectId: string) => ({ type: 'referral', subjectId, audience: ['organization:a'] })
  await database.transaction().execute(async (slow) => {
    await publishEvent(slow, publish('slow'))
    await database.transaction().execute((fast) => publishEvent(fast, publish('fast')))
    await vi.waitFor(() => expect(told()).toEqual(['fast, early']), 5000)
    await database.transaction().execute((second) => publishEvent(second, publish('second')))
    await vi.waitFor(() => expect(told()).toEqual(['fast, early', 'second, early']), 5000)
  })
  const settled = () => heard.filter(({ isEarly }) => !isEarly).map(({ subjectId }) => subjectId)
  await vi.waitFor(() => expect(settled()).toEqual(['slow', 'fast', 'second']), 5000)
  await database
    .transaction()
    .execute(async (undone) => {
      await publishEvent(undone, publish('undone'))
      await sql`select 1/0`.execute(undone)
    })
    .catch(() => undefined)
  await database.transaction().execute((t) => publishEvent(t, publish('last')))
  await vi.waitFor(() => expect(settled()).toEqual(['slow', 'fast', 'second', 'last']), 5000)
  await hub.stop()
  await other.close()
})

const resumeAt = (lastEventId?: string): Record<string, string> => (lastEventId ? { 'last-event-id': lastEventId } : {})
async function openStream(base: string, headers: Record<string, string>, query = '') {
  const end = new AbortController()
  const answer = await fetch(`${base}/api/event/stream${query}`, { headers, signal: end.signal })
  let text = ''
  const read = async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString()
  }
  let hasEnded = false
  read().then(
    () => {
      hasEnded = true
    },
    () => undefined,
  )
  const subjects = () => [...text.matchAll(/subjectId":"([^"]+)/g)].map((m) => m[1])
  return { text: () => text, subjects, hasEnded: () => hasEnded, end: () => end.abort() }
}

/** A reader whose stream is fed by a hub, without the rest of the product. */
async function startReader(hub: Parameters<typeof eventStream>[1]['hub'], readFrom = database) {
  const app = fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request) => {
    request.actor = { accountId: 'reader', organizationId: null, roles: [], sessionId: '' } as unknown as Actor
  })
  eventStream(app, { database: readFrom, hub, findListener: async () => null })
  return { app, base: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

it('0433 a tab is told early and once, and misses nothing if it reconnects before the slow one ends', async () => {
  const other = openDatabase(url, 3)
  const hub = await startEventHub({ database: other.database, url, log })
  const { app, base } = await startReader(hub)
  const publish = (subjectId: string) => ({ type: 'referral', subjectId, audience: ['account:reader'] })
  const start = formatPosition(await currentPosition(database))
  const first = await openStream(base, resumeAt(start))
  const second = await database.transaction().execute(async (slow) => {
    await publishEvent(slow, publish('slow'))
    await database.transaction().execute((fast) => publishEvent(fast, publish('fast')))
    await vi.waitFor(() => expect(first.subjects()).toEqual(['fast']), 5000)
    const ids = [...first.text().matchAll(/id: (\S+)/g)].map((m) => m[1])
    expect(ids).toEqual([start])
    // A tab that comes back is told of what is already committed.
    const resumed = await openStream(base, resumeAt(ids.at(-1)))
    await vi.waitFor(() => expect(resumed.subjects()).toEqual(['fast']), 5000)
    return resumed
  })
  const passed = /id: (\d+-\d+)\nevent: change\ndata: {"type":"referral","subjectId":"slow"}\n\nid: (\d+-\d+)\n\n/
  for (const stream of [first, second]) {
    await vi.waitFor(() => expect(stream.text()).toMatch(passed), 5000)
    expect(stream.subjects()).toEqual(['fast', 'slow'])
    stream.end()
  }
  const last = await openStream(base, resumeAt(passed.exec(first.text())?.[2]))
  await database.transaction().execute((t) => publishEvent(t, publish('later')))
  await vi.waitFor(() => expect(last.subjects()).toEqual(['later']), 5000)
  last.end()
  // Connections that fetch keeps open would delay its end.
  app.server.closeAllConnections()
  await app.close()
  await hub.stop()
  await other.close()
})

it('0433 a tab with the position of another database loads everything again, and then receives events', async () => {
  const { app, base } = await startReader(product.hub)
  const stream = await openStream(base, resumeAt('9000000000000000000-1'))
  await vi.waitFor(() => expect(stream.text()).toMatch(/id: \d{1,15}-0\nevent: reload\n/), 5000)
  const event = { type: 'referral', subjectId: 'after-restore', audience: ['account:reader'] }
  await database.transaction().execute((t) => publishEvent(t, event))
  // While transactions of other test files run, events of earlier tests come again.
  await vi.waitFor(() => expect(stream.subjects()).toContain('after-restore'), 5000)
  // Restored events may have the numbers of transactions that this database will only have later.
  await sql`insert into event (transaction_id, type, subject_id, audience)
    values ('9000000000000000000', 'referral', 'restored', array['account:reader'])`.execute(database)
  await database.transaction().execute((t) => publishEvent(t, { ...event, subjectId: 'last' }))
  await vi.waitFor(() => expect(stream.subjects()).toContain('last'), 5000)
  expect(stream.subjects()).not.toContain('restored')
  stream.end()
  await app.close()
})

it('0433 when another database takes over, open streams end, and their tabs load everything again', async () => {
  const other = openDatabase(url, 3)
  // The database that was there before: its transactions have higher numbers.
  let isBefore = true
  const raised = (number: string) => String(BigInt(number) + 9_000_000_000_000_000_000n)
  const replaced = other.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ({
        ...row,
        ...(isBefore && typeof row.oldest === 'string' ? { oldest: raised(row.oldest) } : {}),
        ...(isBefore && typeof row.transaction === 'string' ? { transaction: raised(row.transaction) } : {}),
      })),
    }),
  })
  const hub = await startEventHub({ database: replaced, url, log })
  const { app, base } = await startReader(hub, replaced)
  const first = await openStream(base, {})
  await vi.waitFor(() => expect(first.text()).toContain('event: ready'), 5000)
  expect(first.hasEnded()).toBe(false)
  isBefore = false
  await vi.waitFor(() => expect(first.hasEnded()).toBe(true), 5000)
  const again = await openStream(base, resumeAt(/id: (\S+)/.exec(first.text())?.[1]))
  await vi.waitFor(() => expect(again.text()).toContain('event: reload'), 5000)
  const event = { type: 'referral', subjectId: 'after-takeover', audience: ['account:reader'] }
  await database.transaction().execute((t) => publishEvent(t, event))
  await vi.waitFor(() => expect(again.subjects()).toContain('after-takeover'), 5000)
  again.end()
  app.server.closeAllConnections()
  await app.close()
  await hub.stop()
  await other.close()
})

it('a stream tells its reader alone, resumes after Last-Event-ID, and is refused to nobody signed in', async () => {
  // A second try finds it listening.
  if (!product.app.server.listening) await product.app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
  const organization = await makeOrganization(database)
  const account = await makeAccount(database, { organizationId: organization.id })
  const login = await fetch(`${base}/api/auth/login/fallback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: PASSWORD }),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await fetch(`${base}/api/event/stream`)).status).toBe(401)

  const open = (lastEventId?: string) => openStream(base, { cookie, ...resumeAt(lastEventId) })
  const publish = (subjectId: string, audience: string) =>
    database.transaction().execute((t) => publishEvent(t, { type: 'referral', subjectId, audience: [audience] }))
  const first = await open()
  await vi.waitFor(() => expect(first.text()).toContain('event: ready'), 5000)
  await publish('mine-1', `organization:${organization.id}`)
  await publish('theirs', 'organization:someone-else')
  await publish('mine-2', `account:${account.id}`)
  await vi.waitFor(() => expect(first.text()).toContain('mine-2'), 5000)
  expect(first.text()).not.toContain('theirs')
  first.end()
  // While transactions of other test files run, an event is sent without its position, which no tab names before.
  const mine = await sql<{ id: string }>`
    select transaction_id || '-' || id as id from event where subject_id = 'mine-1'`.execute(database)
  const id = mine.rows[0]?.id
  const settles = parsePosition(id)
  const isSettled = async () => settles && isAfter(await currentPosition(database), settles)
  await expect.poll(isSettled, { timeout: 20_000 }).toBe(true)
  await publish('mine-3', `account:${account.id}`)
  const second = await open(id)
  await vi.waitFor(() => expect(second.text()).toContain('mine-3'), 5000)
  expect(second.subjects()).toEqual(['mine-2', 'mine-3'])
  second.end()
  // What was published before the tab had its stream: its first response names where to begin.
  const read = await fetch(`${base}/api/portalAccount/current`, { headers: { cookie } })
  await publish('theirs-too', 'organization:someone-else')
  await publish('while-opening', `account:${account.id}`)
  const position = read.headers.get('x-event-position')
  expect(position).toMatch(/^\d+-\d+$/)
  const third = await openStream(base, { cookie }, `?after=${position}`)
  await vi.waitFor(() => expect(third.subjects()).toContain('while-opening'), 5000)
  expect(third.subjects()).not.toContain('theirs-too')
  third.end()
  const resumed = await openStream(base, { cookie, ...resumeAt(id) }, `?after=${position}`)
  await vi.waitFor(() => expect(resumed.subjects()).toContain('while-opening'), 5000)
  expect(resumed.subjects().slice(0, 2)).toEqual(['mine-2', 'mine-3'])
  resumed.end()
  expect((await fetch(`${base}/api/event/stream?after=${position}`)).status).toBe(401)
  for (const after of ['yesterday', `${'9'.repeat(200)}-1`, '1-1&after=2-2']) {
    const odd = await fetch(`${base}/api/event/stream?after=${after}`, { headers: { cookie } })
    expect([odd.status, (await odd.json()).errors[0].path]).toEqual([400, 'after'])
  }
  expect((await fetch(`${base}/api/configuration`)).headers.has('x-event-position')).toBe(false)
  // An impossible position: the stream ends, instead of waiting forever.
  const nowhere = await fetch(`${base}/api/event/stream`, {
    headers: { cookie, 'last-event-id': '99999999999999999999-1' },
  })
  expect(await nowhere.text()).toBe('')
  // Connections that fetch keeps open would delay the portal's shutdown.
  product.app.server.closeAllConnections()
})

it('what arrives while a stream reads what it missed is sent once and in order', async () => {
  const start = await currentPosition(database)
  const audience = ['account:reader']
  for (const subjectId of ['missed-1', 'missed-2'])
    await database.transaction().execute((t) => publishEvent(t, { type: 'referral', subjectId, audience }))
  // Transactions of other databases make events early, and let older ones of this one come again.
  const [first, second] = await vi.waitFor(async () => {
    const { events } = await readEvents(database, start)
    const missed = events.filter(({ subjectId, isEarly }) => !isEarly && subjectId.startsWith('missed-'))
    if (!missed[0] || !missed[1]) throw new Error('no events yet')
    return [missed[0], missed[1]] as const
  }, 5000)
  const later = { ...second, position: { ...second.position, id: second.position.id + 1 }, subjectId: 'later' }
  // This hub delivers as soon as somebody listens: before the missed events are read.
  const listen = (hear: Listener) => {
    hear([first, second, later])
    return () => undefined
  }
  const hub = { listen, position: () => start, isConnected: async () => true, stop: async () => undefined }
  const { app, base } = await startReader(hub)
  const stream = await openStream(base, resumeAt(formatPosition(start)))
  await vi.waitFor(() => expect(stream.subjects()).toContain('later'), 5000)
  expect(stream.subjects()).toEqual(['missed-1', 'missed-2', 'later'])
  stream.end()
  await app.close()
})
