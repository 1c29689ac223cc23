import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readDatabaseConfig } from '../src/platform/server/config.ts'
import { type Database, openDatabase } from '../src/platform/server/database.ts'
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts'
import { createLog } from '../src/platform/server/log.ts'
import { migrate, rolesOf } from '../src/platform/server/migrate.ts'

/**
 * Runs a command's work on the portal's database, which is migrated first.
 * @param max maximum number of connections
 * @throws ConfigError if there is no database yet: a scheduler that lacks the portal's settings would get an empty one
 */
export async function withDatabase(max: number, work: (database: Database) => Promise<void>) {
  const { databaseUrl, databaseMigrationUrl, dataDir } = readDatabaseConfig()
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new ConfigError(
      `DATABASE_URL is not set, and there is no embedded database in ${dataDir}. Give the command the portal's settings, or start the portal once.`,
    )
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ folder: dataDir })
  try {
    const serving = databaseUrl ?? embedded?.servingUrl ?? ''
    const { owner, servingRole } = rolesOf({
      owner: databaseMigrationUrl ?? databaseUrl ?? embedded?.url ?? '',
      serving,
    })
    await migrate(owner, createLog('warn'), servingRole)
    const { database, close } = openDatabase(owner, max)
    await work(database).finally(close)
  } finally {
    await embedded?.stop()
  }
}
