import { sql } from 'kysely'
import { linkDemoMember, seedDemoAccounts } from '#features/accounts/server/demo-accounts.ts'
import { importDemoDirectory } from '#features/directory/server/directory-public.ts'
import { seedDemoTickets } from '#features/help-desk/server/help-desk-public.ts'
import { seedDemoReferrals } from '#features/referrals/server/referrals-public.ts'
import { seedDemoRegistrations } from '#features/registration/server/demo-registrations.ts'
import type { Database } from '#platform/server/database.ts'
import type { FileStore } from '#platform/server/file-store.ts'

const ONE_AT_A_TIME = 7_233_001

/** Makes the invented community at the first start; later starts find it and leave it as people changed it. */
export async function seedDemo(database: Database, store: FileStore) {
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${ONE_AT_A_TIME})`.execute(connection)
    try {
      const done = await sql`select 1 from account where is_demo limit 1`.execute(connection)
      if (done.rows.length) return
      await importDemoDirectory(connection)
      await connection.transaction().execute(async (transaction) => {
        await seedDemoAccounts(transaction)
        await seedDemoRegistrations(transaction)
      })
      await seedDemoReferrals(connection)
      await linkDemoMember(connection)
      await seedDemoTickets(connection, store)
    } finally {
      await sql`select pg_advisory_unlock(${ONE_AT_A_TIME})`.execute(connection)
    }
  })
}
