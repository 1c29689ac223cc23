import type { Database } from '#platform/server/database.ts'

/** Runs one batch's work in a transaction of its own, or in the one that is open already. */
export type InBatch = <T>(work: (database: Database) => Promise<T>) => Promise<T>

/** One row of a file, by column names of the standard. */
export interface ReadRow {
  file: string
  line: number
  cells: Record<string, string>
}
