import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { migrateJobs } from './jobs.ts'
import { jobLogger, type Log } from './log.ts'
import { grantServing, mayMigrate } from './serving-role.ts'

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

/** A line in a migration that rewrites a table: afterwards, no index alone answers until the table is vacuumed. */
const vacuumed = /^-- Afterwards: (vacuum [a-z_]+)$/gm

async function vacuumRewritten(database: Database, names: string[]) {
  const texts = await Promise.all(names.map((name) => readFile(new URL(`${name}.sql`, folder), 'utf8')))
  for (const statement of new Set(texts.flatMap((text) => [...text.matchAll(vacuumed)].map((found) => found[1] ?? ''))))
    await sql.raw(statement).execute(database)
}

/**
 * Migrates a database to the newest schema. Several processes may try at once; one does it. A role without the right to
 * migrate changes nothing and only checks that the schema is up to date.
 * @param servingRole another role that is to use this database
 * @throws ConfigError if the schema is outdated and the role may not change it
 */
export async function migrate(url: string, log: Log, servingRole?: string) {
  const { database, pool, close } = openDatabase(url, 3)
  try {
    if (!(await mayMigrate(database))) return await requireMigrated(database)
    await migrateTables(database)
    await migrateJobs(pool, jobLogger(log))
    if (servingRole) await grantServing(database, servingRole)
  } finally {
    await close()
  }
}

const migratorOf = (database: Database) =>
  new Migrator({
    db: database,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    allowUnorderedMigrations: true,
  })

async function migrateTables(database: Database) {
  const { error, results = [] } = await migratorOf(database).migrateToLatest()
  if (error) throw error
  await vacuumRewritten(
    database,
    results.map(({ migrationName }) => migrationName),
  )
}

async function requireMigrated(database: Database) {
  const isDone = (await migratorOf(database).getMigrations()).every((migration) => migration.executedAt)
  if (!isDone)
    throw new ConfigError(
      'The database is older than this version, and the role in DATABASE_URL may not change it. Give DATABASE_MIGRATION_URL, or run `npm run migrate` with it.',
    )
}

/** The URLs of a database: of the owner that migrates, and of the serving role; the same if only one is given. */
export function rolesOf(given: { owner: string; serving: string }) {
  const nameOf = (url: string) => decodeURIComponent(new URL(url).username)
  const role = nameOf(given.serving)
  return { ...given, servingRole: role && role !== nameOf(given.owner) ? role : undefined }
}
