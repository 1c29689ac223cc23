import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverFeatures } from '../src/features.server.ts'
import { type Database, openDatabase } from '../src/platform/server/database.ts'
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts'
import { createLog } from '../src/platform/server/log.ts'
import { migrate } from '../src/platform/server/migrate.ts'
import { readSchema } from './schema/read-schema.ts'
import { renderTables } from './schema/render-tables.ts'

const head = `-- The schema after all migrations, made by \`node scripts/render-schema.ts\`; a test fails when it is stale.
-- To read, not to run: \`migrations/\` makes the database. Tables are listed by the feature that owns them; the tables of
-- the job queue (schema graphile_worker) belong to that library.
`

const ownerOf = new Map(serverFeatures.flatMap(({ name, tables = {} }) => Object.keys(tables).map((t) => [t, name])))

/** Renders docs/schema.sql from a migrated database. */
export async function renderSchema(database: Database) {
  const { extensions, configurations, functions, tables, views } = await readSchema(database)
  const owners = [...new Set(ownerOf.values())].sort()
  const owned = owners.map((owner) => {
    const texts = tables.filter(({ name }) => ownerOf.get(name) === owner).map(({ text }) => text)
    return `-- ${owner}\n\n${texts.join('\n\n')}`
  })
  return `${[head, extensions, configurations, ...owned, `-- Views\n\n${views.join('\n\n')}\n`, `-- Functions\n\n${functions.join('\n\n')}`].join('\n')}\n`
}

async function renderFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-schema-'))
  const server = await startEmbeddedPostgres({ folder, forTests: true })
  try {
    await migrate(server.url, createLog('silent'))
    const { database, close } = openDatabase(server.url, 1)
    const write = (file: string, text: string) => writeFileSync(new URL(`../docs/${file}`, import.meta.url), text)
    write('schema.sql', await renderSchema(database))
    write('tables.md', renderTables(serverFeatures))
    await close()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await renderFiles()
