import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { Found } from './find-around.ts'
import { type Drawbacks, drawbackRank } from './search-cost.ts'
import { fineRank, isAfter, type Keys, type OrderKey, type Ranking, tierHas } from './service-order.ts'

const TIERS = [0, 1, 2] as const

/** Whether more than this many services match; counting stops there. */
export async function areMany(database: Database, conditions: RawBuilder<unknown>[], most: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from service_search s where ${sql.join(conditions, sql` and `)} limit ${most + 1}) counted`.execute(
    database,
  )
  return (rows[0]?.count ?? 0) > most
}

/**
 * Finds services by words that very many contain: first those with the words in the name, then in the organization,
 * keywords or categories, then anywhere. A small tier is ranked; a large one is read in the order of identifiers, which
 * is unrelated to the words, until the page is full.
 */
export async function findByTier(
  database: Database,
  given: {
    words: Ranking
    conditions: RawBuilder<unknown>[]
    limit: number
    most: number
    after: Keys | null
    drawbacks: Drawbacks
  },
): Promise<Found[]> {
  const { words, conditions, limit, most, after } = given
  const { query } = words
  const found: Found[] = []
  const from = after ? TIERS.filter((tier) => (tier + 1) * 1000 > Number(after[0])) : TIERS
  for (const tier of from) {
    const inTier = [tierHas(tier, query), ...(tier > 0 ? [sql`not (${tierHas(tier - 1, query)})`] : []), ...conditions]
    const isMany = await areMany(database, inTier, most)
    const keys = isMany ? unranked(tier) : ranked(tier, words, given.drawbacks)
    // In a large tier, only the identifier determines the order: only that can be read from an index.
    const order = isMany ? keys.slice(-1) : keys
    const isStarted = after !== null && tier === from[0]
    const all = [...inTier, ...(isStarted ? [isAfter(order, after.slice(-order.length))] : [])]
    const { rows } = await sql<Found>`
      select s.service_id, jsonb_build_array(${sql.join(keys.map((k) => k.value))}) as keys
      from service_search s where ${sql.join(all, sql` and `)}
      order by ${sql.join(order.map((k) => k.value))} limit ${limit - found.length}`.execute(database)
    found.push(...rows)
    if (found.length >= limit) break
  }
  return found
}

const ranked = (tier: number, words: Ranking, drawbacks: Drawbacks): OrderKey[] => [
  {
    type: 'integer',
    value: sql`(${tier}::integer * 1000 + least(${fineRank(words)} + ${drawbackRank(drawbacks)}, 999))`,
  },
  { type: 'text', value: sql`s.sort_name` },
  { type: 'uuid', value: sql`s.service_id` },
]

const unranked = (tier: number): OrderKey[] => [
  { type: 'integer', value: sql`${tier}::integer * 1000` },
  { type: 'text', value: sql`''` },
  { type: 'uuid', value: sql`s.service_id` },
]
