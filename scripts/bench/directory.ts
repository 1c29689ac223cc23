import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashPassword } from '../../src/identity/accounts/server/secret-hash.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts'
import { createLog } from '../../src/platform/server/log.ts'
import { migrate } from '../../src/platform/server/migrate.ts'
import { type BenchServer, startBenchServer } from './bench-portal.ts'
import { nextPages, PASSWORD, personMeasure, prepareMeasures, signInManager, signInStaff } from './directory-calls.ts'
import { describeDirectory } from './directory-report.ts'
import {
  type Busy,
  type Edits,
  measureAtOnce,
  measureCalls,
  measureDownload,
  measureEdits,
  type Timed,
} from './measure-directory.ts'
import { describeMachine } from './report.ts'
import { seedDirectory, sizeOf } from './seed-directory.ts'

// Measures the directory with many services: see docs/benchmarks-directory.md.

const usage = `npm run bench:directory -- [--services 1000000] [--times 60] [--only words] [--data folder] [--keep] [--write]

  --services  how many services the directory has; a tenth as many organizations, three tenths as many places
  --times     how often each call is made
  --only      measures only what has this in its name
  --data      the folder of the database; one that a kept run left is used again
  --keep      leaves the database
  --write     writes docs/benchmarks-directory.md`

const { values: given } = parseArgs({
  options: {
    services: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
if (given.help) {
  console.log(usage)
  process.exit(0)
}
const [services, times] = [Number(given.services), Number(given.times)]
if (!(Number.isInteger(services) && services >= 1000)) throw new Error('--services takes a number, 1000 or more')
if (!(Number.isInteger(times) && times >= 5)) throw new Error('--times takes a number, 5 or more')
const started = performance.now()
const say = (text: string) => process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}\n`)

/** The database of this size, from an earlier run or made now. A seed that did not end has no such table. */
async function openDirectory(serverUrl: string) {
  const name = `directory_${services}`
  const url = serverUrl.replace(/[^/]+$/, name)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const isThere = (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount
  if (!isThere) await client.query(`create database ${name}_new`)
  const log = createLog('silent')
  if (!isThere) {
    await migrate(`${url}_new`, log)
    await seedDirectory(`${url}_new`, sizeOf(services), await hashPassword(PASSWORD), say)
    await client.query(`alter database ${name}_new rename to ${name}`)
  }
  await migrate(url, log)
  await client.end()
  return url
}

/** Measured with many calls at a time too. */
const atOnce = ['words near a ZIP', 'category near a ZIP', 'common word', 'service page']

async function measureAll(databaseUrl: string, portal: BenchServer, postgres: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const cookie = await signInStaff(portal.url)
    const wanted = (name: string) => name.includes(given.only)
    const measures = await prepareMeasures(databaseUrl, times)
    const [words] = measures
    if (words && wanted('next page')) measures.push(await nextPages(portal.url, cookie, words))
    if (words && wanted('fits this person')) measures.push(await personMeasure(portal.url, cookie, words))
    const timed: Timed[] = []
    for (const measure of measures.filter(({ name }) => wanted(name))) {
      timed.push(
        await measureCalls(portal.url, client, measure, { times, cookie, processes: { portal: portal.pid, postgres } }),
      )
      say(describeDirectory.row(timed.at(-1) as Timed))
    }
    const busy: Busy[] = []
    for (const measure of measures.filter(({ name }) => wanted('at a time') && atOnce.includes(name)))
      busy.push(await measureAtOnce(portal.url, measure, 4 * times, cookie))
    const edits: Edits | null = wanted('edit')
      ? await measureEdits(portal.url, databaseUrl, { times: 20, cookie: await signInManager(portal.url) })
      : null
    const download = wanted('NDJSON') ? await measureDownload(portal.url, portal.pid) : null
    return { timed, busy, edits, download }
  } finally {
    await client.end()
  }
}

const folder = given.data ? resolve(given.data) : mkdtempSync(join(tmpdir(), 'hearthline-bench-'))
if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
const load = [loadavg()]
const server = await startEmbeddedPostgres({ folder })
let portal: BenchServer | undefined
try {
  const url = await openDirectory(server.url)
  portal = await startBenchServer('scripts/bench/directory-server.ts', {
    ...{ NODE_ENV: 'development', PORT: '0', DATA_DIR: join(folder, 'portal'), DATABASE_URL: url, DEMO: 'true' },
    ...{ TRUST_PROXY: 'true', HSDS_CALL_LIMIT: '1000000' },
  })
  say('The portal is ready')
  load.push(loadavg())
  const measured = await measureAll(url, portal, server.pid)
  load.push(loadavg())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const version = (await client.query('show server_version')).rows[0].server_version as string
  const bytes = Number((await client.query('select pg_database_size(current_database()) as bytes')).rows[0].bytes)
  await client.end()
  const page = describeDirectory({
    ...measured,
    ...{ size: sizeOf(services), bytes, times, machine: describeMachine(version, load) },
    command: `npm run bench:directory${services === 1_000_000 ? '' : ` -- --services ${services}`}`,
  })
  console.log(page)
  if (given.write) {
    const file = fileURLToPath(new URL('../../docs/benchmarks-directory.md', import.meta.url))
    // What is measured by hand stays.
    const byHand = /^## Import\n.*?(?=^## )/ms.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
    writeFileSync(
      file,
      page.replace('## How it is measured', () => `${byHand}## How it is measured`),
    )
  }
} finally {
  await portal?.stop()
  await server.stop()
  if (!given.keep) rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
