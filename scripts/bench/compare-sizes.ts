import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashPassword } from '../../src/identity/accounts/server/secret-hash.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'
import { createLog } from '../../src/platform/server/log.ts'
import { migrate } from '../../src/platform/server/migrate.ts'
import { type BenchServer, SMALL_HEAP, startBenchServer, startProduct } from './bench-portal.ts'
import { type Connections, connectTo, measureBlock, processorTime, residentMemory } from './measure-block.ts'
import { describeMachine, type Measured } from './report.ts'
import { type CallKind, PASSWORD } from './ticket-calls.ts'

/** A database of one size with the product on it. */
export interface Opened {
  size: number
  databaseUrl: string
  product: BenchServer
  folder: string
}
/** The calls of one size, for each of the two servers, and what the minimal server needs to know. */
export interface Prepared {
  product: CallKind[]
  floor: CallKind[]
  floorEnvironment?: Record<string, string>
}
export interface Comparison {
  /** the first part of the databases' names */
  name: string
  floorScript: string
  seed: (databaseUrl: string, size: number, passwordHash: string) => Promise<unknown>
  prepare: (opened: Opened) => Promise<Prepared>
  /** settings of the product */
  environment?: Record<string, string>
  /** measured at the end, on the first size */
  finish?: (opened: Opened) => Promise<void>
}
export interface Pace {
  rounds: number
  /** of a block */
  ms: number
  warmUp: number
}
export const paces: Record<'quick' | 'whole', Pace> = {
  quick: { rounds: 3, ms: 250, warmUp: 150 },
  whole: { rounds: 4, ms: 400, warmUp: 600 },
}

/** The first calls of a kind compile code and plan statements: a slow one takes three times as long. */
const WARM_CALLS = 20

export const say = (text: string) => process.stderr.write(`${text}\n`)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

interface Side extends Opened {
  floor: BenchServer
  calls: Prepared
  connections: { product: Connections; floor: Connections }
}

/** A database of this size: created and filled, or reused from an earlier run. */
async function openSize(serverUrl: string, size: number, { name, seed }: Comparison, passwordHash: string) {
  const url = serverUrl.replace(/[^/]+$/, `${name}_${size}`)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const found = await client.query('select 1 from pg_database where datname = $1', [`${name}_${size}`])
  if (!found.rowCount) {
    // Renamed once it is complete, so that a run that ended early leaves nothing that looks usable.
    await client.query(`drop database if exists ${name}_${size}_new`)
    await client.query(`create database ${name}_${size}_new`)
    const begun = performance.now()
    await migrate(`${url}_new`, createLog('silent'))
    await seed(`${url}_new`, size, passwordHash)
    await client.query(`alter database ${name}_${size}_new rename to ${name}_${size}`)
    say(`Made ${size.toLocaleString('en')} ${name} in ${seconds(begun)}`)
  } else await migrate(url, createLog('silent'))
  await client.end()
  return url
}

const PATIENCE_MS = 300_000

/** Waits until the product has run all jobs that are due soon. */
export async function waitForJobs({ databaseUrl }: Pick<Opened, 'databaseUrl'>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const until = performance.now() + PATIENCE_MS
  const areThere = async () =>
    (
      await client.query(
        `select 1 from graphile_worker._private_jobs where run_at < now() + interval '30 seconds' and attempts < max_attempts limit 1`,
      )
    ).rowCount
  try {
    while (await areThere()) {
      if (performance.now() > until) throw new Error('the jobs did not end')
      await sleep(200)
    }
  } finally {
    await client.end()
  }
}

/**
 * Alternates product and minimal server, small and large, in short blocks, so that other load on the machine affects
 * all of them equally.
 */
async function measureCall(
  sides: Side[],
  at: number,
  concurrency: number,
  { rounds, ms, warmUp }: Pace,
): Promise<Measured[]> {
  const all = sides.flatMap((side) =>
    (['product', 'floor'] as const).map((server) => ({
      size: side.size,
      server,
      pid: side[server].pid,
      to: side.connections[server],
      kind: side.calls[server][at] as CallKind,
    })),
  )
  const measured = all.map(
    ({ size, server, kind }): Measured => ({
      ...{ size, server, name: kind.name, who: kind.who, concurrency },
      ...{ times: [], perSecond: [], processor: 0, memory: 0 },
    }),
  )
  const leavesJobs = all.some(({ kind }) => kind.leavesJobs)
  for (const { to, kind } of all) await measureBlock(to, kind, concurrency, warmUp, WARM_CALLS)
  for (let round = 0; round < rounds; round++) {
    if (leavesJobs) for (const side of sides) await waitForJobs(side)
    for (let turn = 0; turn < all.length; turn++) {
      // The order varies, so that none is always first or always follows the same one.
      const place = (round % 2 ? all.length - 1 - turn : turn + round) % all.length
      const [target, into] = [all[place], measured[place]]
      if (!target || !into) continue
      // Connections that were not used while jobs ran are closed by now.
      if (leavesJobs) await measureBlock(target.to, target.kind, concurrency, 0, 2 * concurrency)
      const used = processorTime(target.pid) ?? Number.NaN
      const block = await measureBlock(target.to, target.kind, concurrency, ms)
      for (const time of block.times) into.times.push(time)
      into.perSecond.push(block.perSecond)
      into.processor += (processorTime(target.pid) ?? Number.NaN) - used
      into.memory = Math.max(into.memory, residentMemory(target.pid))
    }
  }
  if (leavesJobs) for (const side of sides) await waitForJobs(side)
  return measured
}

/**
 * Measures the product beside a minimal server on databases of several sizes.
 * @param data the folder of the databases, which stays; without it, a temporary one
 * @param only measures only the calls that have this in their name
 */
export async function compareSizes(
  comparison: Comparison,
  { sizes, pace, data, only }: { sizes: number[]; pace: Pace; data?: string | undefined; only?: string | undefined },
) {
  const folder = data ? resolve(data) : mkdtempSync(join(tmpdir(), 'hearthline-bench-'))
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  const passwordHash = await hashPassword(PASSWORD)
  const load = [loadavg()]
  const begun = performance.now()
  const server = await startEmbeddedPostgres({ folder })
  const servers: BenchServer[] = []
  const sides: Side[] = []
  const started = async (starting: Promise<BenchServer>) => {
    const one = await starting
    servers.push(one)
    return one
  }
  try {
    for (const size of sizes) {
      const databaseUrl = await openSize(server.url, size, comparison, passwordHash)
      const product = await started(startProduct(databaseUrl, join(folder, `product-${size}`), comparison.environment))
      const opened = { size, databaseUrl, product, folder }
      const prepared = await comparison.prepare(opened)
      const environment = { NODE_ENV: 'development', DATABASE_URL: databaseUrl, PASSWORD_HASH: passwordHash }
      const floor = await started(
        startBenchServer(comparison.floorScript, { ...environment, ...prepared.floorEnvironment }, SMALL_HEAP),
      )
      const fits = ({ name, who }: CallKind) => `${name} ${who}`.includes(only ?? '')
      const calls = { product: prepared.product.filter(fits), floor: prepared.floor.filter(fits) }
      const connections = { product: connectTo(product.url), floor: connectTo(floor.url) }
      sides.push({ ...opened, floor, calls, connections })
    }
    const measured: Measured[] = []
    load.push(loadavg())
    for (const concurrency of [1, 16])
      for (const [at, { name, who }] of (sides[0]?.calls.product ?? []).entries()) {
        const call = await measureCall(sides, at, concurrency, pace)
        measured.push(...call)
        const told = call.map(
          (m) => `${m.server} ${Math.round(m.perSecond.reduce((a, b) => a + b, 0) / pace.rounds)}/s`,
        )
        say(`${concurrency} at a time: ${name} (${who}): ${told.join(', ')}`)
      }
    if (sides[0]) await comparison.finish?.(sides[0])
    load.push(loadavg())
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const version = (await client.query('show server_version')).rows[0].server_version as string
    await client.end()
    say(`Took ${seconds(begun)}`)
    return { measured, machine: describeMachine(version, load) }
  } finally {
    for (const { connections } of sides) for (const each of Object.values(connections)) await each.destroy()
    for (const each of servers) await each.stop()
    await server.stop()
    if (!data) rmSync(folder, { recursive: true, force: true })
  }
}
