import type { Task } from '#platform/server/jobs.ts'
import { deleteFile, listRemoving, markUnattached } from './file-queries.ts'
import { checkStore } from './store-owner.ts'
import type { FileServices } from './upload-file.ts'

export const tidyFilesTask = 'tidy-files'
export const tidyFilesCrontab = `*/20 * * * * ${tidyFilesTask}`

const DAY = 24 * 60 * 60 * 1000
const BATCH = 500

/**
 * Deletes uploads that have been unattached for a day: marks the row, then deletes the object, then the row. After a
 * crash the next run completes this; several processes may run it at once. A store of another portal is not touched.
 */
export const tidyFiles =
  ({ database, store }: FileServices): Task =>
  async () => {
    if (!(await checkStore({ database, store }, { claim: false }))) return
    await markUnattached(database, new Date(Date.now() - DAY).toISOString(), BATCH)
    for (const { id } of await listRemoving(database, BATCH)) {
      await store.remove(id)
      await deleteFile(database, id)
    }
  }
