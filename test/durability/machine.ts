import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const victims = ['portal', 'postgres', 'both'] as const
export type Victim = (typeof victims)[number]

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** On an overloaded machine a start takes many times as long: only one that hangs ends a run. */
const LONGEST_START_MS = 300_000

/** Waits until the portal reports that it is ready. @returns milliseconds since `from` */
async function untilReady(url: string, child: ChildProcess, from: number, said: () => string) {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The portal ended:\n${said()}`)
    const isReady = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
      (r) => r.body?.cancel().then(() => r.ok),
      () => false,
    )
    if (isReady) return performance.now() - from
    if (performance.now() - from > LONGEST_START_MS) {
      const used = processorTime(child.pid) ?? 'an unknown number of'
      throw new Error(`The portal is not ready after five minutes, in which it used ${used} processor ms:\n${said()}`)
    }
    await sleep(20)
  }
}

/** The CPU time of a process, in milliseconds; only available on Linux. */
function processorTime(pid = 0) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

/** PostgreSQL and a portal as separate processes, which can be killed and restarted on the same ports and data. */
export async function buildMachine(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-durability-'))
  const [port, portalPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${portalPort}`
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ folder, port })
  let portal: ChildProcess | null = null
  let said = ''

  const spawnPortal = () => {
    said = ''
    const child = spawn(process.execPath, ['src/server.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'development',
        PORT: String(portalPort),
        DATA_DIR: join(folder, 'portal'),
        DATABASE_URL: postgres.url,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'warn',
        // Each step follows the one before at once; kill.test.ts has sendings that wait.
        SEND_UNDO_SECONDS: '0',
        NOTICE_JOIN_MINUTES: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said = (said + chunk).slice(-4000)
      })
    portal = child
    return child
  }
  const portalRuns = () => portal !== null && portal.exitCode === null && portal.signalCode === null
  /** Kills only what this machine started, by process ID. */
  const end = async (signal: NodeJS.Signals) => {
    if (!portal || !portalRuns()) return
    const ended = once(portal, 'exit')
    portal.kill(signal)
    await ended
  }

  return {
    url,
    databaseUrl: postgres.url,
    files: join(folder, 'portal', 'files'),
    portalRuns,
    said: () => said,
    start: () => untilReady(url, spawnPortal(), performance.now(), () => said),
    kill: async (victim: Victim) => {
      if (victim !== 'portal') process.kill(postgres.pid, 'SIGKILL')
      if (victim !== 'postgres') await end('SIGKILL')
    },
    /** Restarts what was killed. @returns milliseconds until the portal is ready, and the CPU time used */
    restart: async (victim: Victim) => {
      const from = performance.now()
      if (victim !== 'portal') postgres = await startEmbeddedPostgres({ folder, port })
      const child = victim === 'postgres' ? portal : spawnPortal()
      const readyAfter = await untilReady(url, child as ChildProcess, from, () => said)
      return { readyAfter, processorMs: victim === 'postgres' ? null : processorTime(child?.pid) }
    },
    stop: async () => {
      await end('SIGTERM')
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Machine = Awaited<ReturnType<typeof buildMachine>>
