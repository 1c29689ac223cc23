import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { FileRow } from '../file.ts'

const FileStoreRow = z.object({
  mark: Id,
  onlyOne: z.boolean(),
})

/** The tables that only this feature writes. */
export const filesTables: Record<string, z.ZodObject> = {
  file: FileRow,
  file_store: FileStoreRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    fileStore: TableFor<z.infer<typeof FileStoreRow>, 'mark' | 'onlyOne'>
  }
}
