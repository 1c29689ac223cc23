import { sql } from 'kysely'
import { getStoreMark } from './file-queries.ts'
import type { FileServices } from './upload-file.ts'

/** The key under which a store says whose it is. */
export const MARK = 'portal'
/** A store that its database has not claimed for so long belongs to the copy that asks: it was restored for good. */
const GIVEN_UP_AFTER = 7 * 24 * 60 * 60 * 1000

/** This database of this cluster. A copy of it, restored elsewhere, has the same mark and another of these. */
const identifyDatabase = async ({ database }: Pick<FileServices, 'database'>) => {
  const { rows } = await sql<{ id: string }>`
    select system_identifier || '/' || oid as id from pg_control_system(), pg_database where datname = current_database()`.execute(
    database,
  )
  return rows[0]?.id ?? ''
}

/**
 * Whether objects of this store may be deleted. It says whose it is in three lines: the mark of the portal, its database,
 * and when that last claimed it. So a backup that is restored for a test deletes nothing of the portal that goes on.
 * @param how.claim writes that it is ours, if it is
 */
export async function checkStore({ database, store }: FileServices, how: { claim: boolean }) {
  const [own, id] = [await getStoreMark(database), await identifyDatabase({ database })]
  const [mark, owner, claimedOn] = (await store.get(MARK))?.toString().split('\n') ?? []
  if (mark && mark !== own) return false
  const isGivenUp = Date.now() - Date.parse(claimedOn ?? '') > GIVEN_UP_AFTER
  if (owner && owner !== id && !isGivenUp) return false
  if (how.claim) await store.put(MARK, Buffer.from([own, id, new Date().toISOString()].join('\n')), 'text/plain')
  return true
}
