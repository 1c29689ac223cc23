import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { fieldProblem } from '#platform/server/problem.ts'
import type { WordSearch } from './search-words.ts'

/** A part of a service's sort key; all parts are ascending. */
export interface OrderKey {
  type: 'integer' | 'text' | 'uuid'
  value: RawBuilder<unknown>
}
export type Keys = (string | number)[]

/** By relevance, distance, and name. */
export const orderKeys = (words: WordSearch | null, isPlaced: boolean): OrderKey[] => [
  ...(words ? [{ type: 'integer' as const, value: relevance(words, isPlaced) }] : []),
  ...(isPlaced ? [{ type: 'integer' as const, value: sql`placed.metres` }] : []),
  { type: 'text', value: sql`s.sort_name` },
  { type: 'uuid', value: sql`s.service_id` },
]

/**
 * Which part of a service contains the words: 0 the name; 1 also the organization, keywords or categories; 2 anything.
 */
export const tierHas = (tier: number, query: string) => {
  const q = sql`${query}::tsquery`
  const part = [sql`ts_filter(s.document, '{a}')`, sql`ts_filter(s.document, '{a,b}')`][tier] ?? sql`s.document`
  return sql`${part} @@ ${q}`
}

export const fineRank = (query: string) => sql`(1000 - 1000 * ts_rank(s.document, ${query}::tsquery, 1))::integer`

/** The total weight of a search's words. */
export const weightOf = ({ parts }: NonNullable<WordSearch['weighed']>) =>
  sql`(${sql.join(
    parts.map(({ query, weight }) => sql`case when s.document @@ ${query}::tsquery then ${weight}::integer else 0 end`),
    sql` + `,
  )})`

/**
 * Smaller is better. Words in the name rank above words in the organization, keywords or categories, and those above
 * words in the description. If results are sorted by distance, there are no finer differences, so that distance
 * decides.
 */
function relevance({ query, isWhole, weighed }: WordSearch, isCoarse: boolean) {
  if (weighed) return sql`(0 - ${weightOf(weighed)})`
  if (!isWhole) return isCoarse ? sql`(10 - 10 * ts_rank(s.document, ${query}::tsquery, 1))::integer` : fineRank(query)
  const tier = sql`case when ${tierHas(0, query)} then 0 when ${tierHas(1, query)} then 1 else 2 end`
  return isCoarse ? sql`(${tier})` : sql`((${tier}) * 1000 + ${fineRank(query)})`
}

export const isAfter = (keys: OrderKey[], after: Keys) =>
  sql`(${sql.join(keys.map((k) => k.value))}) > (${sql.join(keys.map((k, i) => sql`${after[i]}::${sql.raw(k.type)}`))})`

const shapes = {
  integer: z.number().int().min(-2147483648).max(2147483647),
  // PostgreSQL does not accept NUL.
  text: z
    .string()
    .max(400)
    .refine((v) => !v.includes('\0')),
  uuid: z.guid(),
}

/** @throws 400 at `cursor` if this order did not create it */
export function readKeys(cursor: string, types: OrderKey['type'][]): Keys {
  try {
    const given = z
      .array(z.unknown())
      .length(types.length)
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return types.map((type, i) => shapes[type].parse(given[i]))
  } catch {
    throw fieldProblem('cursor', 'cursor-invalid')
  }
}
