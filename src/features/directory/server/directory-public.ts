import { fileURLToPath } from 'node:url'
import type { Database } from '#platform/server/database.ts'
import { importDirectory } from './import/import-directory.ts'

export { isDirectoryAddress } from './directory-address.ts'
export { loadOpenEligibility } from './import/terms.ts'

const demoFolder = fileURLToPath(new URL('../demo/', import.meta.url))

/**
 * Puts the invented Cedar County into the directory. Its organizations are verified and take referrals, so that the demo
 * community can work with them. Safe to call again.
 */
export async function importDemoDirectory(database: Database) {
  const report = await importDirectory(database, { folder: demoFolder, sourceName: 'demo' })
  await database
    .updateTable('organization')
    .set({ standing: 'verified', takesReferrals: true })
    .where('sourceName', '=', 'demo')
    .where('standing', '=', 'listed')
    .execute()
  return report
}
