import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database.ts'
import { createLog } from '#platform/server/log.ts'
import { closeServer, createShutdown } from '#platform/server/shutdown.ts'
import { startPortal } from '../src/portal.ts'
import { cloneDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-shutdown-'))
const { url, servingUrl, drop } = await cloneDatabase()
const owner = openDatabase(url, 1)
afterAll(async () => {
  await owner.close()
  await drop()
  rmSync(folder, { recursive: true })
})

const start = (settings: Record<string, string>) =>
  startPortal(
    readConfig({
      ...{ DATA_DIR: folder, DATABASE_URL: servingUrl, DATABASE_MIGRATION_URL: url },
      ...{ PORT: '0', LOG_LEVEL: 'silent', ...settings },
    }),
  )

/** How many connections portals have to the database. */
const connections = async () =>
  (
    await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.database)
  ).rows[0]?.count

it('D-RUN-2 a start that fails late says why, and leaves nothing running', async () => {
  const taken = createServer()
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  const { port } = taken.address() as { port: number }
  const inbound = { MAIL_REPLY_DOMAIN: 'reply.test', INBOUND_SMTP_PORT: String(port) }
  const unreadable = { INBOUND_SMTP_CERT: join(folder, 'none.pem'), INBOUND_SMTP_KEY: join(folder, 'none.pem') }
  await expect(start({ METRICS_PORT: String(port) })).rejects.toThrow(/^METRICS_PORT: port \d+ cannot/)
  await expect.poll(connections).toBe(0)
  await expect(start(inbound)).rejects.toThrow(/^INBOUND_SMTP_PORT: port \d+ cannot/)
  await expect(start({ ...inbound, ...unreadable })).rejects.toThrow(/^INBOUND_SMTP_CERT .*none\.pem/)
  await expect.poll(connections).toBe(0)
  taken.close()
}, 30_000)

it('D-RUN-5 0446 a portal that drains says so, and still answers until its time has come', async () => {
  const { url: address, stop } = await start({ DRAIN_SECONDS: '1' })
  const ask = async (path: string) => {
    const answer = await fetch(address + path)
    return [answer.status, answer.headers.get('connection'), (await answer.json()).code]
  }
  expect(await ask('/api/health/ready')).toEqual([200, 'keep-alive', undefined])
  const stopped = stop()
  expect(await ask('/api/health/ready')).toEqual([503, 'close', 'unavailable'])
  expect(await ask('/api/configuration')).toEqual([200, 'close', undefined])
  await stopped
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

it('D-RUN-5 0446 a request on a connection that is still open is answered while the server closes', async () => {
  const { url: address, stop } = await start({})
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const answered = new Promise<string>((done) => {
    let said = ''
    socket.on('data', (chunk) => (said += chunk))
    socket.on('close', () => done(said))
  })
  const request = `GET /api/health/live HTTP/1.1\r\nHost: ${hostname}\r\n`
  socket.write(`${request}\r\n${request}`)
  await new Promise((first) => socket.once('data', first))
  const stopped = stop()
  await expect
    .poll(() =>
      fetch(address).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  socket.write('\r\n')
  const [, , second] = (await answered).split('HTTP/1.1 ')
  expect(second?.slice(0, 3)).toBe('200')
  expect(second).toMatch(/connection: close/i)
  await stopped
})

it('D-RUN-5 0446 a request that never ends does not hold up the end', async () => {
  const app = Fastify()
  const begun = new Promise<void>((done) =>
    app.get('/', () => {
      done()
      return new Promise(() => undefined)
    }),
  )
  const ended = fetch(await app.listen({ port: 0 })).catch(() => 'ended')
  await begun
  await closeServer(app, 50)
  expect(await ended).toBe('ended')
}, 10_000)

it('D-RUN-5 0446 what fails or does not finish when a process stops is logged, and the rest is stopped', async () => {
  const logged: Record<string, unknown>[] = []
  const shutdown = createShutdown(createLog('warn', { write: (line) => void logged.push(JSON.parse(line)) }))
  const stopped: string[] = []
  shutdown.addConnection('database', () => stopped.push('database'))
  shutdown.addServing('jobs', () => Promise.reject(new Error('no')))
  shutdown.addServing('requests', () => new Promise(() => undefined))
  shutdown.addServing('metrics', () => stopped.push('metrics'))
  await shutdown.run(50)
  expect(stopped).toEqual(['metrics', 'database'])
  expect(logged).toMatchObject([
    { step: 'jobs', err: { message: 'no' }, msg: 'a step of stopping failed' },
    { step: 'requests', ms: 50, msg: 'a step of stopping did not finish in time' },
  ])
})
