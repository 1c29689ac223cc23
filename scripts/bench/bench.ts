import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashPassword } from '../../src/identity/accounts/server/secret-hash.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'
import { createLog } from '../../src/platform/server/log.ts'
import { migrate } from '../../src/platform/server/migrate.ts'
import { type BenchServer, SMALL_HEAP, startBenchServer, startProduct } from './bench-portal.ts'
import { makeCommunity } from './made-tickets.ts'
import { type Connections, connectTo, measureBlock, processorTime, residentMemory } from './measure-block.ts'
import { describeMachine, describeResults, type Measured } from './report.ts'
import { seed } from './seed-tickets.ts'
import { type CallKind, PASSWORD, prepareCalls } from './ticket-calls.ts'

// Compares the help desk with a minimal server: see docs/benchmarks.md.

const { values: given } = parseArgs({
  options: {
    size: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    data: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const sizes = (given.size ?? (given.quick ? ['10000'] : ['10000', '1000000'])).map(Number)
if (!sizes.every((size) => Number.isInteger(size) && size >= 1000))
  throw new Error('--size takes a number of tickets, 1000 or more')
const { rounds, ms, warmUp } = given.quick ? { rounds: 3, ms: 250, warmUp: 150 } : { rounds: 4, ms: 400, warmUp: 600 }
const isPublished = given.write ?? (!given.quick && !given.size && !given.only)
// Without the data folder, which is specific to the machine.
const asked = [given.quick && '-- --quick', given.size && `-- --size ${given.size.join(' --size ')}`].filter(Boolean)
const say = (text: string) => process.stderr.write(`${text}\n`)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

interface Side {
  product: BenchServer
  floor: BenchServer
  calls: CallKind[]
  connections: { product: Connections; floor: Connections }
}

const servers: BenchServer[] = []
async function started(starting: Promise<BenchServer>) {
  const server = await starting
  servers.push(server)
  return server
}

/** A database of this size: created and filled, or reused from an earlier run. */
async function openSize(serverUrl: string, size: number, passwordHash: string) {
  const url = serverUrl.replace(/[^/]+$/, `tickets_${size}`)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const found = await client.query('select 1 from pg_database where datname = $1', [`tickets_${size}`])
  if (!found.rowCount) await client.query(`create database tickets_${size}`)
  await client.end()
  await migrate(url, createLog('silent'))
  if (found.rowCount) return { url, community: makeCommunity() }
  const begun = performance.now()
  const community = await seed(url, size, passwordHash)
  say(`Made ${size.toLocaleString('en')} tickets in ${seconds(begun)}`)
  return { url, community }
}

async function startSide(serverUrl: string, folder: string, size: number, passwordHash: string): Promise<Side> {
  const { url, community } = await openSize(serverUrl, size, passwordHash)
  const product = await started(startProduct(url, join(folder, `product-${size}`)))
  const environment = { NODE_ENV: 'development', DATABASE_URL: url, PASSWORD_HASH: passwordHash }
  const floor = await started(startBenchServer('scripts/bench/floor-server.ts', environment, SMALL_HEAP))
  const calls = await prepareCalls(product.url, url, community)
  return {
    product,
    floor,
    calls: given.only ? calls.filter(({ name, who }) => `${name} ${who}`.includes(given.only ?? '')) : calls,
    connections: { product: connectTo(product.url), floor: connectTo(floor.url) },
  }
}

/**
 * Alternates product and minimal server, small and large, in short blocks, so that other load on the machine affects
 * all of them equally.
 */
async function measureCall(sides: Side[], at: number, concurrency: number): Promise<Measured[]> {
  const all = sides.flatMap((side, place) =>
    (['product', 'floor'] as const).map((server) => ({
      size: sizes[place] as number,
      server,
      pid: side[server].pid,
      to: side.connections[server],
      kind: side.calls[at] as CallKind,
    })),
  )
  const measured = all.map(
    ({ size, server, kind }): Measured => ({
      ...{
        size,
        server,
        name: kind.name,
        who: kind.who,
        concurrency,
        times: [],
        perSecond: [],
        processor: 0,
        memory: 0,
      },
    }),
  )
  for (const { to, kind } of all) await measureBlock(to, kind, concurrency, warmUp)
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < all.length; turn++) {
      // The order varies, so that none is always first or always follows the same one.
      const place = (round % 2 ? all.length - 1 - turn : turn + round) % all.length
      const [target, into] = [all[place], measured[place]]
      if (!target || !into) continue
      const used = processorTime(target.pid) ?? Number.NaN
      const block = await measureBlock(target.to, target.kind, concurrency, ms)
      for (const time of block.times) into.times.push(time)
      into.perSecond.push(block.perSecond)
      into.processor += (processorTime(target.pid) ?? Number.NaN) - used
      into.memory = Math.max(into.memory, residentMemory(target.pid))
    }
  return measured
}

const folder = given.data ? resolve(given.data) : mkdtempSync(join(tmpdir(), 'hearthline-bench-'))
if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
const passwordHash = await hashPassword(PASSWORD)
const load = [loadavg()]
const begun = performance.now()
const server = await startEmbeddedPostgres({ folder })
const sides: Side[] = []
try {
  for (const size of sizes) sides.push(await startSide(server.url, folder, size, passwordHash))
  const measured: Measured[] = []
  const calls = sides[0]?.calls ?? []
  load.push(loadavg())
  for (const concurrency of [1, 16])
    for (const [at, { name, who }] of calls.entries()) {
      const call = await measureCall(sides, at, concurrency)
      measured.push(...call)
      const told = call.map((m) => `${m.server} ${Math.round(m.perSecond.reduce((a, b) => a + b, 0) / rounds)}/s`)
      say(`${concurrency} at a time: ${name} (${who}): ${told.join(', ')}`)
    }
  load.push(loadavg())
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const version = (await client.query('show server_version')).rows[0].server_version as string
  await client.end()
  const page = describeResults({
    measured,
    sizes,
    machine: describeMachine(version, load),
    method: { rounds, ms, warmUp },
    command: ['npm run bench', ...asked].join(' '),
  })
  console.log(page)
  if (isPublished) writeFileSync(fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url)), page)
  say(`Took ${seconds(begun)}`)
} finally {
  for (const { connections } of sides) for (const each of [connections.product, connections.floor]) await each.destroy()
  for (const each of servers) await each.stop()
  await server.stop()
  if (!given.data) rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
