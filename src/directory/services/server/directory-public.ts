import { fileURLToPath } from 'node:url'
import { verifyImported } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Point } from './find-around.ts'
import { findServices } from './find-services.ts'
import { importDirectory } from './import/import-directory.ts'
import { wordReader } from './search-words.ts'
import { listServiceItems } from './service-item-queries.ts'

export { isDirectoryAddress } from './directory-address.ts'
export { findZipPoint } from './import/zip-points.ts'

const demoFolder = fileURLToPath(new URL('../demo/', import.meta.url))

/**
 * Puts the invented Cedar County into the directory. Its organizations are verified and take referrals, so that the demo
 * community can work with them. Safe to call again.
 */
export async function importDemoDirectory(database: Database) {
  const report = await importDirectory(database, { folder: demoFolder, sourceName: 'demo' })
  await verifyImported(database, 'demo')
  return report
}

/** The first services that have these words, wherever they are; `point` is where their distance is measured from. */
export async function findServicesByWords(
  database: Database,
  { text, point, limit, timeZone }: { text: string; point: Point | null; limit: number; timeZone: string },
) {
  const readWords = wordReader(database, text)
  // Little words alone ask for nothing; the search would list all there is.
  if (!(await readWords(false))) return []
  const { found } = await findServices(database, { text, limit }, timeZone, undefined, {}, readWords)
  return listServiceItems(
    database,
    found.map(({ serviceId }) => serviceId),
    point,
    timeZone,
  )
}
