import type { Database } from '#platform/server/database.ts'

/** Runs a batch in its own transaction, or in the one that is already open. */
export type InBatch = <T>(work: (database: Database) => Promise<T>) => Promise<T>

/** One row of a file, by the standard's column names. */
export interface ReadRow {
  file: string
  line: number
  cells: Record<string, string>
}
