import { z } from 'zod'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const SearchAttemptRow = z.object({
  id: Id,
  day: Day,
  words: z.string().nullable(),
  categoryId: Id.nullable(),
  zipArea: z.string().nullable(),
  outcome: z.enum(['nothing', 'relaxed', 'found']),
  isOpened: z.boolean(),
  seenOn: Timestamp,
})

const SearchMissRow = z.object({
  day: Day,
  words: z.string().nullable(),
  categoryId: Id.nullable(),
  zipArea: z.string().nullable(),
  nothing: z.number().int(),
  relaxed: z.number().int(),
  abandoned: z.number().int(),
})

const RareSearchRow = z.object({
  wordsCode: z.string(),
  seekerCode: z.string(),
  groupCode: z.string(),
  day: Day,
})

/** The tables that only this feature writes. */
export const searchCountsTables: Record<string, z.ZodObject> = {
  search_attempt: SearchAttemptRow,
  search_miss: SearchMissRow,
  rare_search: RareSearchRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    searchAttempt: TableFor<z.infer<typeof SearchAttemptRow>, 'isOpened' | 'seenOn'>
    searchMiss: TableFor<z.infer<typeof SearchMissRow>, 'nothing' | 'relaxed' | 'abandoned'>
    rareSearch: TableFor<z.infer<typeof RareSearchRow>>
  }
}
