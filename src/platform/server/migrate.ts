import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, openDatabase } from './database.ts'
import { migrateJobs } from './jobs.ts'
import { jobLogger, type Log } from './log.ts'

const folder = new URL('../../../migrations/', import.meta.url)

const asMigration = (text: string): Migration => ({
  up: async (database) => {
    await sql.raw(text).execute(database)
  },
})

async function readMigrations() {
  const files = (await readdir(folder)).filter((f) => f.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((f) => readFile(new URL(f, folder), 'utf8')))
  return Object.fromEntries(files.map((f, i) => [f.replace('.sql', ''), asMigration(texts[i] ?? '')]))
}

/** Brings a database to the newest schema; several processes may try at once, one does it. */
export async function migrate(url: string, log: Log) {
  const { database, pool, close } = openDatabase(url, 3)
  try {
    await migrateTables(database)
    await migrateJobs(pool, jobLogger(log))
  } finally {
    await close()
  }
}

async function migrateTables(database: Database) {
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw error
}
