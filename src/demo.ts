import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { serverFeatures } from './features.server.ts'

const ONE_AT_A_TIME = 7_233_001

/** Creates the demo community at the first start; later starts do not change it. */
export async function seedDemo(database: Database, store: FileStore) {
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${ONE_AT_A_TIME})`.execute(connection)
    try {
      const done = await sql`select 1 from account where is_demo limit 1`.execute(connection)
      if (done.rows.length) return
      for (const { seedDemo } of serverFeatures) await seedDemo?.(connection, store)
    } finally {
      await sql`select pg_advisory_unlock(${ONE_AT_A_TIME})`.execute(connection)
    }
  })
}
