import { ConfigError, readDatabaseConfig } from '../src/platform/server/config.ts'
import { createLog } from '../src/platform/server/log.ts'
import { migrate, rolesOf } from '../src/platform/server/migrate.ts'
import { readEnvironmentFile } from './read-environment-file.ts'

/** Migrates the database as its owner, and grants the role of DATABASE_URL its privileges. */
async function run() {
  const { databaseUrl, databaseMigrationUrl } = readDatabaseConfig()
  if (!databaseUrl)
    throw new ConfigError('DATABASE_URL: npm run migrate needs it. The embedded database migrates itself.')
  const { owner, servingRole } = rolesOf({ owner: databaseMigrationUrl ?? databaseUrl, serving: databaseUrl })
  await migrate(owner, createLog('warn'), servingRole)
  console.log(`The database is up to date${servingRole ? `, and ${servingRole} may serve from it` : ''}.`)
}

readEnvironmentFile()
await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
