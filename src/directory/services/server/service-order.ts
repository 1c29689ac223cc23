import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { fieldProblem } from '#platform/server/problem.ts'
import {
  type Drawbacks,
  drawbackMeters,
  drawbackRank,
  drawbackWeight,
  MISSING,
  NOT_IN_NAME,
  SYNONYMS,
  WORDS,
} from './search-cost.ts'
import type { WordSearch } from './search-words.ts'

/** A part of a service's sort key; all parts are ascending. */
export interface OrderKey {
  type: 'integer' | 'text' | 'uuid'
  value: RawBuilder<unknown>
}
export type Keys = (string | number)[]
export interface Found {
  serviceId: string
  keys: Keys
}

/** By what it costs near a place, or by relevance; then by name. */
export const orderKeys = (words: WordSearch | null, isPlaced: boolean, drawbacks: Drawbacks): OrderKey[] => [
  ...(isPlaced
    ? [{ type: 'integer' as const, value: costNearPlace(words, drawbacks) }]
    : words
      ? [{ type: 'integer' as const, value: relevance(words, drawbacks) }]
      : []),
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

export type Ranking = Pick<WordSearch, 'query' | 'literal'>

/** From 0 to 999; what contains the words themselves ranks above what only contains synonyms. */
export const fineRank = ({ query, literal }: Ranking) =>
  sql`(least((500 - 500 * ts_rank(s.document, ${query}::tsquery, 1))::integer, 499)
    + case when s.document @@ ${literal}::tsquery then 0 else 500 end)`

/** The total weight of a search's words. */
export const weightOf = ({ parts }: NonNullable<WordSearch['weighed']>) =>
  sql`(${sql.join(
    parts.map(({ query, weight }) => sql`case when s.document @@ ${query}::tsquery then ${weight}::integer else 0 end`),
    sql` + `,
  )})`

/**
 * Smaller is better. Words in the name rank above words in the organization, keywords or categories, and those above
 * words in the description.
 */
function relevance(words: WordSearch, drawbacks: Drawbacks) {
  const { query, isWhole, weighed } = words
  if (weighed) return sql`(${fineRank(words)} + 1000 * (${drawbackWeight(drawbacks)} - ${weightOf(weighed)}))`
  const rank = sql`(${fineRank(words)} + ${drawbackRank(drawbacks)})`
  if (!isWhole) return rank
  return sql`((${tierOf(query, [0, 1, 2])}) * 1000 + least(${rank}, 999))`
}

const costNearPlace = (words: WordSearch | null, drawbacks: Drawbacks) =>
  sql`(placed.meters + ${words ? costOfWords(words) : sql`0`} + ${drawbackMeters(drawbacks)})`

const tierOf = (query: string, [first, second, third]: readonly [number, number, number]) =>
  sql`case when ${tierHas(0, query)} then ${first}::integer when ${tierHas(1, query)} then ${second}::integer else ${third}::integer end`

/** The same in meters, for a search near a place: there are no finer differences, so that distance decides. */
function costOfWords({ query, literal, weighed }: WordSearch) {
  if (!weighed)
    return sql`(${tierOf(query, WORDS)} + case when s.document @@ ${literal}::tsquery then 0 else ${SYNONYMS}::integer end)`
  const sum = weighed.parts.reduce((all, { weight }) => all + weight, 0)
  const name = sql`ts_filter(s.document, '{a}')`
  const costs = weighed.parts.map(
    ({ query, weight }) => sql`case when ${name} @@ ${query}::tsquery then 0
      when s.document @@ ${query}::tsquery then ${weight * NOT_IN_NAME}::integer else ${weight * MISSING}::integer end`,
  )
  return sql`((${sql.join(costs, sql` + `)}) / ${sum}::integer)`
}

export const isAfter = (keys: OrderKey[], after: Keys) =>
  sql`(${sql.join(keys.map((k) => k.value))}) > (${sql.join(keys.map((k, i) => sql`${after[i]}::${sql.raw(k.type)}`))})`

export interface Ordered {
  /** What is read, with `s` (service_search); the text between `from` and `where`. */
  from: RawBuilder<unknown>
  conditions: RawBuilder<unknown>[]
  keys: OrderKey[]
  /** The keys that decide; all of them unless given. */
  order?: OrderKey[]
  limit: number
}

/** The first services by these keys, as a statement. A statement may begin with `with`. */
export function selectOrdered({ from, conditions, keys, order = keys, limit }: Ordered) {
  const all = conditions.length ? sql.join(conditions, sql` and `) : sql`true`
  return sql<Found>`
    select s.service_id, jsonb_build_array(${sql.join(keys.map((k) => k.value))}) as keys
    from ${from} where ${all} order by ${sql.join(order.map((k) => k.value))} limit ${limit}`
}

const shapes = {
  integer: z.number().int().min(-2147483648).max(2147483647),
  // PostgreSQL does not accept NUL.
  text: z
    .string()
    .max(400)
    .refine((v) => !v.includes('\0')),
  uuid: z.guid(),
}

/** How many keys a cursor has; 0 if it is none. */
export function countKeys(cursor: string): number {
  try {
    return z.array(z.unknown()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).length
  } catch {
    return 0
  }
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
