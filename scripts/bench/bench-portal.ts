import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '../../src/platform/server/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The first address that a child process says on its standard output. */
export const untilReady = (child: ChildProcess) =>
  new Promise<string>((done, fail) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const ready = /ready at (http:\S+)/.exec(said)
      if (ready?.[1]) done(ready[1])
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => fail(new Error(`ended with ${code}:\n${said}`)))
  })

export interface BenchPortal {
  url: string
  databaseUrl: string
  database: Database
  /** The process that serves. */
  pid: number
  stop: () => Promise<void>
}

/** The product as it is deployed, a process of its own over loopback, on a PostgreSQL and in a folder made for this run. */
export async function startBenchPortal(environment: Record<string, string> = {}): Promise<BenchPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-bench-'))
  const server = await startEmbeddedPostgres({ folder })
  const opened = openDatabase(server.url, 4)
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATA_DIR: join(folder, 'portal'),
      DATABASE_URL: server.url,
      // Messages stay in the outbox.
      DEMO: 'true',
      TRUST_PROXY: 'true',
      ...environment,
    },
  })
  const url = await untilReady(child)
  return {
    url,
    databaseUrl: server.url,
    database: opened.database,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      await opened.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
