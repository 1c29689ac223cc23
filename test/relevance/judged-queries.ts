import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** What a query is like; a query has one kind, the one that makes it hard. */
export const kinds = ['plain', 'natural phrase', 'Spanish', 'misspelt', 'colloquial', 'category'] as const

const keys = z.string().transform((cell) => cell.split(' ').filter(Boolean))

const Row = z.object({
  /** The imported directory, by its folder. */
  set: z.string(),
  kind: z.enum(kinds),
  /** A ZIP code, or empty for a search without a place. */
  zip: z.string(),
  text: z.string(),
  // The keys of services in their source.
  perfect: keys,
  good: keys,
  fair: keys,
})

export interface JudgedQuery {
  set: string
  kind: (typeof kinds)[number]
  zip: string | null
  text: string
  /** How well each service answers: 3 perfect, 2 good, 1 fair. What is missing does not answer. */
  grades: Map<string, number>
}

/** The queries of these directories, with the services that answer them. See judged-queries.csv. */
export function readJudgedQueries(): JudgedQuery[] {
  const text = readFileSync(new URL('judged-queries.csv', import.meta.url), 'utf8')
  const rows = z.array(Row).parse(parse(text, { columns: true }))
  return rows.map(({ perfect, good, fair, zip, ...query }) => ({
    ...query,
    zip: zip || null,
    grades: new Map([
      ...fair.map((key) => [key, 1] as const),
      ...good.map((key) => [key, 2] as const),
      ...perfect.map((key) => [key, 3] as const),
    ]),
  }))
}
