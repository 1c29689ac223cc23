import type { Database } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'

/** The task by which the directory looks for duplicates. */
export const afterImportTask = 'find-duplicates'

/** Lets the portal look for duplicates, once for several imports in a row. A dry run takes it back. */
export const lookForDuplicates = (database: Database) => addJob(database, afterImportTask, {}, { key: afterImportTask })
