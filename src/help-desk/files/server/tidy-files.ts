import type { Task } from '#platform/server/jobs.ts'
import { deleteFile, listRemoving, markUnattached } from './file-queries.ts'
import type { FileServices } from './upload-file.ts'

export const tidyFilesTask = 'tidy-files'
export const tidyFilesCrontab = `*/20 * * * * ${tidyFilesTask}`

const DAY = 24 * 60 * 60 * 1000
const BATCH = 500

/**
 * Removes uploads that nothing held for a day: out of reach first, then the object, then the row. A crash between the
 * steps is made good by the next run; several processes may run it at once.
 */
export const tidyFiles =
  ({ database, store }: FileServices): Task =>
  async () => {
    await markUnattached(database, new Date(Date.now() - DAY).toISOString(), BATCH)
    for (const { id } of await listRemoving(database, BATCH)) {
      await store.remove(id)
      await deleteFile(database, id)
    }
  }
