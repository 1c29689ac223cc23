import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { openDatabase } from '#platform/server/database.ts'
import { watchConnections } from '#platform/server/driver/lost-connections.ts'
import { startEventHub } from '#platform/server/event-hub.ts'
import { publishEvent } from '#platform/server/events.ts'
import { patientPool } from '#platform/server/patient-pool.ts'
import { startTestApp } from './app.ts'
import { cloneDatabase } from './database.ts'
import { startRelay } from './relay.ts'

const logged: string[] = []
const product = await startTestApp({ LOG_LEVEL: 'warn' }, { write: (line) => void logged.push(line) })
afterEach(() => {
  vi.useRealTimers()
  logged.length = 0
})
const closedFor = (reason: string) => expect.stringMatching(new RegExp(`"count":\\d,"reason":"${reason}"`))

it('D-RUN-5 0447 the hub notices at once that the machine of the database has disappeared, and recovers', async () => {
  const relay = await startRelay(product.servingUrl)
  const hub = await startEventHub({ database: product.database, url: relay.url, log: product.log })
  expect(await hub.isConnected()).toBe(true)
  relay.disappear()
  const before = performance.now()
  expect(await hub.isConnected()).toBe(false)
  expect(performance.now() - before).toBeLessThan(8000)
  relay.replace()
  await expect.poll(hub.isConnected, { timeout: 20_000 }).toBe(true)
  await hub.stop()
  relay.stop()
})

it('D-RUN-5 0447 asking for readiness does not end a connection that is still being made', async () => {
  const relay = await startRelay(product.servingUrl)
  const hub = await startEventHub({ database: product.database, url: relay.url, log: product.log })
  relay.disappear()
  relay.hold()
  const before = relay.tries()
  expect(await hub.isConnected()).toBe(false)
  await expect.poll(relay.tries, { timeout: 5000 }).toBe(before + 1)
  expect(await hub.isConnected()).toBe(false)
  relay.release()
  await expect.poll(hub.isConnected, { timeout: 10_000 }).toBe(true)
  expect(relay.tries()).toBe(before + 1)
  await hub.stop()
  relay.stop()
})

it('0447 live events go on when the machine of the database was replaced', async () => {
  const relay = await startRelay(product.servingUrl)
  const opened = openDatabase(relay.url, 20)
  const hub = await startEventHub({ database: opened.database, url: relay.url, log: product.log, readMs: 500 })
  const heard: string[] = []
  hub.listen((events) => void heard.push(...events.map(({ subjectId }) => subjectId)))
  const publish = (subjectId: string) =>
    product.database.transaction().execute((t) => publishEvent(t, { type: 'referral', subjectId, audience: [] }))
  await publish('before')
  await expect.poll(() => heard, { timeout: 5000 }).toContain('before')
  relay.disappear()
  await publish('meanwhile')
  expect(await hub.isConnected()).toBe(false)
  relay.replace()
  await publish('after')
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(expect.arrayContaining(['meanwhile', 'after']))
  relay.stop()
  await hub.stop()
  await opened.close()
})

it('D-RUN-5 0460 statements that were sent to a machine that disappeared fail once another one has taken its place', async () => {
  const relay = await startRelay(product.servingUrl)
  const opened = openDatabase(relay.url, 2)
  const hub = await startEventHub({ ...opened, url: relay.url, log: product.log, readMs: 500 })
  const pid = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.database)
  const pids = await Promise.all([pid(), pid()])
  relay.disappear()
  // All connections of the pool wait: one in a transaction, one not.
  const lost = [opened.database.transaction().execute(pid), pid()]
  const failed = Promise.all(lost.map((each) => expect(each).rejects.toThrow('Connection terminated')))
  expect(await hub.isConnected()).toBe(false)
  relay.replace()
  // The machine that is gone knows nothing of its connections any more.
  for (const { rows } of pids) await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(product.database)
  await failed
  const { rows } = await pid()
  expect(pids.map((each) => each.rows[0]?.pid)).not.toContain(rows[0]?.pid)
  expect(await hub.isConnected()).toBe(true)
  expect(logged).toContainEqual(closedFor('the database does not know them'))
  await opened.close()
  await hub.stop()
  relay.stop()
})

it('0460 a connection is closed if the machine disappeared before it said which process answers', async () => {
  const relay = await startRelay(product.servingUrl)
  const opened = openDatabase(relay.url, 1)
  const connections = watchConnections(opened.pool, 100)
  const hub = await startEventHub({ database: product.database, connections, url: relay.url, log: product.log })
  relay.mute()
  const made = once(opened.pool, 'connect')
  const failed = expect(sql`select 1`.execute(opened.database)).rejects.toThrow('Connection terminated')
  await made
  relay.disappear()
  expect(await hub.isConnected()).toBe(false)
  relay.replace()
  await failed
  expect((await sql<{ one: number }>`select 1 as one`.execute(opened.database)).rows).toEqual([{ one: 1 }])
  await opened.close()
  await hub.stop()
  relay.stop()
})

it('0460 a long statement is not disturbed, and one without a database fails after six questions', async () => {
  const relay = await startRelay(product.servingUrl)
  const opened = openDatabase(relay.url, 2)
  const hub = await startEventHub({ ...opened, url: relay.url, log: product.log, askMs: 200 })
  const slow = sql<{ one: number }>`select 1 as one from pg_sleep(1.5)`.execute(opened.database)
  for (let each = 0; each < 5; each++) expect(await hub.isConnected()).toBe(true)
  expect((await slow).rows).toEqual([{ one: 1 }])
  relay.disappear()
  await expect(sql`select 1`.execute(opened.database)).rejects.toThrow('Connection terminated')
  expect(logged).toContainEqual(closedFor('the database left 6 questions unanswered'))
  await hub.stop()
  await opened.close()
  relay.stop()
})

it('0460 a database that refuses connections does answer', async () => {
  const own = await cloneDatabase()
  const relay = await startRelay(own.url)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const opened = openDatabase(own.url, 1)
  const hub = await startEventHub({ ...opened, url: relay.url, log: product.log })
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.database)).rows
  const before = await pid()
  await sql
    .raw(`alter database ${new URL(own.url).pathname.slice(1)} allow_connections false`)
    .execute(product.database)
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'hearthline-events'`.execute(opened.database)
  // The second try is made after the first was refused.
  await expect.poll(relay.tries, { timeout: 10_000 }).toBeGreaterThan(2)
  for (let each = 0; each < 7; each++) await vi.advanceTimersByTimeAsync(10_000)
  expect([await hub.isConnected(), await pid(), logged]).toEqual([false, before, []])
  await hub.stop()
  await opened.close()
  relay.stop()
  await own.drop()
})

it('D-RUN-5 0447 readiness needs a database, but waits for no connection while requests use all of them', async () => {
  const { anonymous, pool, hub } = product
  const isReady = async () => (await anonymous('GET', '/api/health/ready')).status
  const taken = await Promise.all(Array.from({ length: inject('connections') }, () => pool.connect()))
  expect(pool.totalCount - pool.idleCount).toBe(pool.options.max)
  expect(await isReady()).toBe(200)
  for (const client of taken) client.release()
  product.readiness.draining = true
  expect([await isReady(), logged]).toEqual([503, []])
  product.readiness.draining = false
  await hub.stop()
  expect([await isReady(), logged]).toEqual([503, [expect.stringContaining('the database does not answer')]])
})

it('0447 a connection has a time in which it must be made, and waiting for a free one has none', async () => {
  const relay = await startRelay(product.servingUrl)
  relay.disappear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const away = openDatabase(relay.url, 1)
  const refused = expect(sql`select 1`.execute(away.database)).rejects.toThrow('timeout expired')
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
  await away.close()
  relay.stop()

  const busy = openDatabase(product.servingUrl, 1)
  const taken = await busy.pool.connect()
  const waiting = sql<{ one: number }>`select 1 as one`.execute(busy.database)
  await vi.advanceTimersByTimeAsync(3_600_000)
  taken.release()
  expect((await waiting).rows).toEqual([{ one: 1 }])
  await busy.close()
})

it('D-RUN-6 0447 jobs wait for the machine of a database that has disappeared', async () => {
  const relay = await startRelay(product.servingUrl)
  relay.disappear()
  class Hasty extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: 100 })
    }
  }
  const pool = new pg.Pool({ connectionString: relay.url, Client: Hasty })
  pool.on('error', () => undefined)
  const connection = patientPool(pool).pool.connect()
  connection.catch(() => undefined)
  await expect.poll(() => relay.tries(), { timeout: 10_000 }).toBeGreaterThan(1)
  relay.replace()
  const client = await connection
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
  await pool.end()
  relay.stop()
})
