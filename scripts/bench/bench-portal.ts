import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '../../src/platform/server/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** For a server that does not limit its own heap as the product does. */
export const SMALL_HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=25']

export interface BenchServer {
  url: string
  /** The server's process ID. */
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts one of the repository's servers as a separate process, and waits until it prints its URL. Its log goes to a
 * file.
 */
export async function startBenchServer(
  script: string,
  environment: Record<string, string>,
  nodeFlags: string[] = [],
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-bench-log-'))
  const log = join(folder, 'log')
  const file = openSync(log, 'a')
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [...nodeFlags, script], { cwd: root, stdio: ['ignore', file, file], env })
  closeSync(file)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  for (let url: string | undefined; ; await sleep(20)) {
    const said = readFileSync(log, 'utf8')
    url = /ready at (http:\S+)/.exec(said)?.[1]
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}:\n${said}`)
    if (!url) continue
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
    return { url, pid: child.pid ?? 0, stop }
  }
}

/** The product as deployed, with an existing database. */
export const startProduct = (databaseUrl: string, folder: string, environment: Record<string, string> = {}) =>
  startBenchServer('src/server.ts', {
    NODE_ENV: 'development',
    SEND_UNDO_SECONDS: '0',
    PORT: '0',
    DATA_DIR: join(folder, 'portal'),
    DATABASE_URL: databaseUrl,
    // Messages stay in the outbox.
    DEMO: 'true',
    TRUST_PROXY: 'true',
    ...environment,
  })

export interface BenchPortal extends BenchServer {
  database: Database
}

/** The product as deployed, in a separate process over loopback, with a new PostgreSQL and folder for this run. */
export async function startBenchPortal(environment: Record<string, string> = {}): Promise<BenchPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-bench-'))
  const server = await startEmbeddedPostgres({ folder })
  const opened = openDatabase(server.url, 4)
  const portal = await startProduct(server.url, folder, { LOG_LEVEL: 'silent', ...environment })
  return {
    ...portal,
    database: opened.database,
    stop: async () => {
      await portal.stop()
      await opened.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
