import { z } from 'zod'
import { Day, Id } from '#platform/schema/fields.ts'

/** The period of the list if none is given, and the longest one, in days. */
export const USUAL_DAYS = 90
/** The list shows the most frequent ones; the file contains all. */
export const MOST_LISTED = 200

const ZipArea = z.string().regex(/^\d{3}$/, { error: 'zip-area' })
const blank = (value: unknown) => (value === '' ? undefined : value)

export const SearchMissQuery = z.object({
  startDate: z.preprocess(blank, Day.optional()),
  endDate: z.preprocess(blank, Day.optional()),
  zipArea: z.preprocess(blank, ZipArea.optional()).meta({ title: 'First three digits of the ZIP code' }),
})
export type SearchMissQuery = z.infer<typeof SearchMissQuery>
export const SearchMissExportQuery = SearchMissQuery.extend({ language: z.enum(['en', 'es']).default('en') })

const count = z.number().int()
const Counts = z.object({
  /** Nothing was found. */
  nothing: count,
  /** Only what nearly fits. */
  relaxed: count,
  /** Something was found, and nobody opened it. */
  abandoned: count,
})
export type Counts = z.infer<typeof Counts>

/** Searches for the same words in the same category. */
export const SearchMiss = Counts.extend({
  /** Null if they are not kept; empty if there were none. */
  words: z.string().nullable(),
  category: z.object({ id: Id, name: z.string(), nameEs: z.string().nullable() }).nullable(),
  /** Where they were, most first, at most three; null without a place. */
  areas: z.array(z.object({ zipArea: ZipArea.nullable(), count })),
  lastDay: Day,
})
export type SearchMiss = z.infer<typeof SearchMiss>

export const SearchMissPage = z.object({
  startDate: Day,
  endDate: Day,
  items: z.array(SearchMiss),
  /** How many there are of which the list shows the first. */
  totalCount: count,
  total: Counts,
})
export type SearchMissPage = z.infer<typeof SearchMissPage>
