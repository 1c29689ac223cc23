import { EventEmitter } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import type { DestinationStream } from 'pino'
import { afterAll, afterEach, inject } from 'vitest'
import { buildApp, buildTasks } from '#app'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database.ts'
import { startEventHub } from '#platform/server/event-hub.ts'
import { createLog, jobLogger } from '#platform/server/log.ts'
import { openFileStore } from '#platform/server/open-file-store.ts'
import { cloneDatabase } from './database.ts'
import { makeAccount } from './factories.ts'
import { hastenReports, holdsJobs, listDelivered } from './message-delivery.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what came
  body: any
  bytes: Buffer
  headers: LightMyRequestResponse['headers']
}
export type Caller = (method: string, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Shows what the app logged as errors during a test that failed: a 500 says nothing of its cause. */
function showIfFailed(): DestinationStream {
  const lines: string[] = []
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(lines.slice(-5).join(''))
    lines.length = 0
  })
  return { write: (line) => line.includes('"level":50') && lines.push(line) }
}

/**
 * The product as in production, with a separate database for this test file. Stops itself after the file.
 * @param environment settings in addition to the tests' defaults
 * @param logInto receives the lines of the log, with a LOG_LEVEL in `environment`
 */
export async function startTestApp(environment: Record<string, string> = {}, logInto?: DestinationStream) {
  const { url, servingUrl, drop } = await cloneDatabase()
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'hearthline-data-')),
    DATABASE_URL: servingUrl,
    DATABASE_MIGRATION_URL: url,
    DEMO: 'true',
    PORT: '3999',
    // All tests call from one network address.
    ACCOUNT_CALL_LIMIT: '1000000',
    LOG_LEVEL: 'error',
    PUBLIC_DIRECTORY: 'true',
    // Tests about undoing a sending wait.
    SEND_UNDO_SECONDS: '0',
    ...environment,
  })
  const opened = openDatabase(servingUrl, inject('connections'))
  // A test reads and prepares data as the owner; the product uses the serving role.
  const owner = openDatabase(url, 5)
  const log = createLog(config.logLevel, logInto ?? showIfFailed())
  const hub = await startEventHub({ ...opened, url: servingUrl, log })
  const services = {
    config,
    database: opened.database,
    pool: opened.pool,
    hub,
    store: openFileStore(config.storage),
    log,
    readiness: { draining: false },
  }
  const app = await buildApp(services)
  await app.ready()
  const stop = async () => {
    await app.close()
    await hub.stop()
    await opened.close()
    await owner.close()
    await drop()
  }
  afterAll(stop)
  const caller =
    (cookies: () => string): Caller =>
    async (method, path, body, headers = {}) => {
      const cookie = cookies()
      const options = {
        method,
        url: path,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      } as InjectOptions
      const r = await app.inject(options)
      const isJson = /[/+]json\b/.test(String(r.headers['content-type'] ?? '')) && !r.headers['content-encoding']
      const answered = isJson && r.body ? r.json() : r.body
      // The request ID, which is also in `x-request-id`: without it, two errors can be compared.
      if (r.headers['content-type'] === 'application/problem+json') delete answered.instance
      return {
        status: r.statusCode,
        body: answered,
        bytes: r.rawPayload,
        headers: r.headers,
      }
    }
  const signIn = async (email: string, password: string): Promise<Caller> => {
    const r = await app.inject({ method: 'POST', url: '/api/auth/login/fallback', payload: { email, password } })
    if (r.statusCode !== 200) throw new Error(`sign-in of ${email} answered ${r.statusCode}: ${r.body}`)
    const cookie = r.cookies
      .filter((c) => c.value)
      .map((c) => `${c.name}=${c.value}`)
      .join('; ')
    return caller(() => cookie)
  }
  return {
    ...services,
    database: owner.database,
    servingDatabase: opened.database,
    url,
    servingUrl,
    app,
    /** Makes anonymous calls. */
    anonymous: caller(() => ''),
    /** Makes calls with this cookie. */
    withCookie: (cookie: string) => caller(() => cookie),
    /** Signs in through the API and makes calls as that account. */
    signIn,
    /** A new signed-in account, and its calls; specify only what matters to the test. */
    someone: async (given: Parameters<typeof makeAccount>[1] = {}) => {
      const account = await makeAccount(opened.database, given)
      return { account, call: await signIn(account.email, account.password) }
    },
    /** Runs all waiting jobs, as the portal's workers would. */
    workJobs: async () => {
      const work = async () => {
        const events: WorkerEvents = new EventEmitter()
        let holder = ''
        events.once('pool:create', ({ workerPool }) => {
          holder = workerPool.id
        })
        await runOnce({ pgPool: opened.pool, taskList: buildTasks(services), logger: jobLogger(log), events })
        // The queue records the end of a job only after it has reported its own.
        while (await holdsJobs(owner.database, holder)) await setTimeout(10)
      }
      await work()
      if (await hastenReports(owner.database)) await work()
    },
    /** Runs one background task now, as its schedule would. */
    runTask: async (name: string) => {
      const task = buildTasks(services)[name]
      if (!task) throw new Error(`There is no task ${name}`)
      await task({}, {} as never)
    },
    /** The sent messages, newest first, as stored in the message table. */
    outbox: (to?: string) => listDelivered(owner.database, to),
  }
}
