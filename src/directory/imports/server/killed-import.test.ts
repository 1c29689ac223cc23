import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/server/database.ts'
import { cloneDatabase } from '#test/database.ts'
import { howOften } from '#test/how-often.ts'
import { importFromCommand } from './run-import.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'src/directory/services/demo')
const sourceName = 'killed'

async function openClone() {
  const { url, drop } = await cloneDatabase()
  const { database, close } = openDatabase(url, 3)
  afterAll(() => close().then(drop))
  return { url, database }
}

/** The import as somebody types it. */
function startImport(url: string) {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'killed-')),
  }
  const child = spawn(process.execPath, ['scripts/import.ts', folder, '--source', sourceName], {
    cwd: root,
    env,
    stdio: 'ignore',
  })
  return { child, ended: new Promise<number | null>((done) => child.once('exit', done)) }
}

const tables = [
  ...[
    'organization',
    'program',
    'location',
    'service',
    'service_at_location',
    'address',
    'phone',
    'schedule',
    'language',
  ],
  ...[
    'accessibility',
    'service_area',
    'cost_option',
    'required_document',
    'attribute',
    'service_reach',
    'service_search',
  ],
]
/** Everything that an import makes, without the moments at which it did. */
async function resultOf(database: Database) {
  const found: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } = await sql<{ rows: unknown }>`
      select jsonb_agg(r order by r::text) as rows
      from (select to_jsonb(t) - '{created_on,changed_on,version}'::text[] as r from ${sql.table(table)} t) x`.execute(
      database,
    )
    found[table] = rows[0]?.rows
  }
  const [run] = await database.selectFrom('importRun').select(['state', 'report']).execute()
  return { found, run }
}
const countNoted = async (database: Database) =>
  (await sql<{ count: number }>`select count(*)::integer as count from import_change`.execute(database)).rows[0]
    ?.count ?? 0

it('DIR-03 an import that is killed at any moment, and started again, ends as if nothing had happened', async () => {
  const seed = Date.now() % 1_000_000
  const undisturbed = await openClone()
  const nothing = { onRemark: () => {}, onListing: () => {}, onProgress: () => {} }
  await importFromCommand(undisturbed.database, { folder, sourceName, removesMuch: false, ...nothing })
  const [expected, changes] = [await resultOf(undisturbed.database), await countNoted(undisturbed.database)]
  expect(changes).toBeGreaterThan(10)
  const moments = fc.sample(fc.integer({ min: 1, max: changes }), { seed, numRuns: howOften(2, 12) })
  const { url, database } = await openClone()
  let kills = 0
  for (const moment of moments.toSorted((a, b) => a - b)) {
    const { child, ended } = startImport(url)
    while (child.exitCode === null && (await countNoted(database)) < moment) await sleep(2)
    child.kill('SIGKILL')
    if ((await ended) === null) kills += 1
    // The server notices it, and the portal a few seconds later.
    while (
      (
        await sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
          database,
        )
      ).rows.length
    )
      await sleep(5)
    await sql`update import_run set touched_on = touched_on - interval '1 minute'`.execute(database)
  }
  expect({ seed, kills: kills > 0 }).toEqual({ seed, kills: true })
  expect({ seed, code: await startImport(url).ended }).toEqual({ seed, code: 0 })
  expect({ seed, ...(await resultOf(database)) }).toEqual({ seed, ...expected })
}, 60_000)
