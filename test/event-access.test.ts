import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { publishEvent } from '#platform/server/events.ts'
import { startTestApp } from './app.ts'
import { makeAccount, makeOrganization, PASSWORD } from './factories.ts'

const product = await startTestApp()
const { database } = product
await product.app.listen({ port: 0, host: '127.0.0.1' })
const base = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
// Connections that fetch keeps open would delay the portal's shutdown.
afterAll(() => product.app.server.closeAllConnections())

async function signIn(email: string) {
  const login = await fetch(`${base}/api/auth/login/fallback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return login.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** An open stream, with its output so far. */
async function openStream(cookie: string) {
  const answer = await fetch(`${base}/api/event/stream`, { headers: { cookie } })
  const stream = { status: answer.status, text: '', isOver: false }
  const read = async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      stream.text += Buffer.from(chunk).toString()
    stream.isOver = true
  }
  read().catch(() => undefined)
  await vi.waitFor(() => expect(stream.text).toContain('event: ready'), 5000)
  return stream
}

const publish = (audience: string) => {
  const subjectId = randomUUID()
  return database
    .transaction()
    .execute((t) => publishEvent(t, { type: 'referral', subjectId, audience: [audience] }))
    .then(() => subjectId)
}

async function makePerson() {
  const organization = await makeOrganization(database)
  const account = await makeAccount(database, { organizationId: organization.id })
  return { organization, account, cookie: await signIn(account.email) }
}

/** Well before the heartbeat, which would end the stream too. */
const SOON_MS = 5000

it('F-12 signing out ends the streams of that session at once, and no other', async () => {
  const { account, cookie } = await makePerson()
  const other = await openStream(await signIn(account.email))
  const stream = await openStream(cookie)
  const call = product.withCookie(cookie)
  expect((await call('POST', '/api/authentication/logout')).status).toBeLessThan(300)
  const after = await publish(`account:${account.id}`)
  await vi.waitFor(() => expect(stream.isOver).toBe(true), SOON_MS)
  expect(stream.text).not.toContain(after)
  await vi.waitFor(() => expect(other.text).toContain(after), SOON_MS)
  expect(other.isOver).toBe(false)
})

it('F-12 ending the other sessions, deactivation and a freeze end their streams at once', async () => {
  const ends: Record<string, (account: { id: string; email: string }) => Promise<unknown>> = {
    'other sessions': async ({ email }) => product.withCookie(await signIn(email))('DELETE', '/api/mySession'),
    deactivation: ({ id }) =>
      database.updateTable('account').set({ deactivatedOn: new Date().toISOString() }).where('id', '=', id).execute(),
    freeze: ({ id, email }) =>
      database
        .insertInto('accountFreeze')
        .values({ accountId: id, recoveryEmail: email, toldOn: new Date().toISOString() })
        .execute(),
  }
  for (const [how, end] of Object.entries(ends)) {
    const { organization, account, cookie } = await makePerson()
    const stream = await openStream(cookie)
    await end(account)
    const after = await publish(`organization:${organization.id}`)
    await vi.waitFor(() => expect([how, stream.isOver]).toEqual([how, true]), SOON_MS)
    expect(stream.text).not.toContain(after)
  }
})

it('F-12 a stream follows its account into another organization and other roles', async () => {
  const { organization, account, cookie } = await makePerson()
  const next = await makeOrganization(database)
  const stream = await openStream(cookie)
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('account').set({ organizationId: next.id }).where('id', '=', account.id).execute()
    await transaction.insertInto('accountRole').values({ accountId: account.id, role: 'support-agent' }).execute()
  })
  const old = await publish(`organization:${organization.id}`)
  const fresh = [await publish(`organization:${next.id}`), await publish('role:support-agent')]
  for (const subjectId of fresh) await vi.waitFor(() => expect(stream.text).toContain(subjectId), SOON_MS)
  expect(stream.text).not.toContain(old)
  expect(stream.text).not.toContain('"access"')
  await database
    .deleteFrom('accountRole')
    .where('accountId', '=', account.id)
    .where('role', '=', 'support-agent')
    .execute()
  const late = await publish('role:support-agent')
  const mine = await publish(`account:${account.id}`)
  await vi.waitFor(() => expect(stream.text).toContain(mine), SOON_MS)
  expect(stream.text).not.toContain(late)
})

it('F-07 an account has ten streams; the oldest is told not to come back by itself', async () => {
  const { account, cookie } = await makePerson()
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  for (let at = 0; at < 12; at++) streams.push(await openStream(cookie))
  await vi.waitFor(() => expect(streams.map(({ isOver }) => isOver)).toEqual(streams.map((_, at) => at < 2)), SOON_MS)
  expect(streams.map(({ text }) => text.includes('event: full'))).toEqual(streams.map((_, at) => at < 2))
  const news = await publish(`account:${account.id}`)
  for (const stream of streams.slice(2)) await vi.waitFor(() => expect(stream.text).toContain(news), SOON_MS)
})
