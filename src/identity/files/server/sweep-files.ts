import type { Task } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { listKnownFiles } from './file-queries.ts'
import { checkStore, MARK } from './store-owner.ts'
import type { FileServices } from './upload-file.ts'

export const sweepFilesTask = 'sweep-files'
/** At night, because it scans the whole store. */
export const sweepFilesCrontab = `40 3 * * * ${sweepFilesTask}`

const DAY = 24 * 60 * 60 * 1000
const BATCH = 500
/** The keys that the portal gives: a file, or what a crash left of one. A folder or bucket may hold other things too. */
const OWN_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[0-9a-f]+\.part)?$/

/**
 * Deletes objects without a row: uploads that the store completed after they were given up, or that a power failure
 * interrupted. Recent ones are kept, because their row may follow. A store of another portal is not touched.
 */
export const sweepFiles =
  ({ database, store, log }: FileServices & { log: Log }): Task =>
  async () => {
    if (!(await checkStore({ database, store }, { claim: true })))
      return log.warn(
        'another portal, or the database that this is a copy of, uses the file store (see STORAGE_URL); objects without a row stay',
      )
    let keys: string[] = []
    const removeUnknown = async () => {
      const known = await listKnownFiles(database, keys)
      for (const key of keys) if (!known.has(key)) await store.remove(key)
      keys = []
    }
    for await (const { key, changedOn } of store.list()) {
      if (key === MARK || !OWN_KEY.test(key) || changedOn.getTime() > Date.now() - DAY) continue
      keys.push(key)
      if (keys.length === BATCH) await removeUnknown()
    }
    await removeUnknown()
  }
