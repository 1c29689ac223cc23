import type { Task } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { getStoreMark, listKnownFiles } from './file-queries.ts'
import type { FileServices } from './upload-file.ts'

export const sweepFilesTask = 'sweep-files'
/** At night, because it scans the whole store. */
export const sweepFilesCrontab = `40 3 * * * ${sweepFilesTask}`

const MARK = 'portal'
const DAY = 24 * 60 * 60 * 1000
const BATCH = 500

/**
 * Deletes objects without a row: uploads that the store completed after they were given up, or that a power failure
 * interrupted. Recent ones are kept, because their row may follow. A store with another portal's mark is not touched.
 */
export const sweepFiles =
  ({ database, store, log }: FileServices & { log: Log }): Task =>
  async () => {
    if (!(await isOwnStore({ database, store })))
      return log.warn('the file store belongs to another portal (see STORAGE_URL); objects without a row stay')
    let keys: string[] = []
    const removeUnknown = async () => {
      const known = await listKnownFiles(database, keys)
      for (const key of keys) if (!known.has(key)) await store.remove(key)
      keys = []
    }
    for await (const { key, changedOn } of store.list()) {
      if (key === MARK || changedOn.getTime() > Date.now() - DAY) continue
      keys.push(key)
      if (keys.length === BATCH) await removeUnknown()
    }
    await removeUnknown()
  }

async function isOwnStore({ database, store }: FileServices) {
  const own = await getStoreMark(database)
  const found = await store.get(MARK)
  if (!found) await store.put(MARK, Buffer.from(own), 'text/plain')
  return !found || found.toString() === own
}
