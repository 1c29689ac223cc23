import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { type Drawbacks, drawbackRank } from './search-cost.ts'
import { firstDigitSpot, PREFIXES, prefixOf, prefixSpots } from './search-spots.ts'
import {
  type Found,
  fineRank,
  isAfter,
  type Keys,
  type Ordered,
  type OrderKey,
  type Ranking,
  selectOrdered,
  tierHas,
} from './service-order.ts'

const TIERS = [0, 1, 2] as const

/** Whether more than this many services match; counting stops there. */
async function hasMore(database: Database, conditions: RawBuilder<unknown>[], most: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from service_search s where ${sql.join(conditions, sql` and `)} limit ${most + 1}) counted`.execute(
    database,
  )
  return (rows[0]?.count ?? 0) > most
}

/** Fewer are counted one by one: a sample says too little. */
const SAMPLED = 500
/** A small sample that has this much more than its share does not have it by chance. */
const SURELY = 1.5
/** Parts of all services, whatever they have: one in 256, and one in sixteen. */
const SMALL = { spots: prefixSpots(0, PREFIXES / 256), share: 1 / 256 }
const LARGE = { spots: [firstDigitSpot], share: 1 / 16 }

/** Without a limit: PostgreSQL would read the table from anywhere, and expect to find so few at once. */
async function countIn({ spots }: typeof SMALL, database: Database, conditions: RawBuilder<unknown>[]) {
  const isInSample = sql`s.spots && ${spots}::text[]`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from service_search s where ${sql.join([...conditions, isInSample], sql` and `)}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/**
 * Whether about more than this many services match, by samples: to count, all are looked up, and a word that half of a
 * million services contain takes long. The small one tells if far more do; then the large one would take long too.
 * @param sampled the same conditions in a form for which the sample is the better index
 */
export async function areMany(
  database: Database,
  conditions: RawBuilder<unknown>[],
  most: number,
  sampled = conditions,
): Promise<boolean> {
  if (most < SAMPLED) return hasMore(database, conditions, most)
  return (
    (await countIn(SMALL, database, sampled)) > Math.ceil(most * SMALL.share * SURELY) ||
    (await countIn(LARGE, database, sampled)) > most * LARGE.share
  )
}

/**
 * Finds services by words that very many contain: first those with the words in the name, then in the organization,
 * keywords or categories, then anywhere. A small tier is ranked; a large one is read in the order of identifiers, which
 * is unrelated to the words, part by part until the page is full.
 */
export async function findByTier(
  database: Database,
  given: {
    words: Ranking
    /** All but the words. */
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
  const tiers = after ? TIERS.filter((tier) => (tier + 1) * 1000 > Number(after[0])) : TIERS
  for (const tier of tiers) {
    const tiered = [tierHas(tier, query), ...(tier > 0 ? [sql`not (${tierHas(tier - 1, query)})`] : [])]
    // In this form, no index is used for the tier: the one that knows the parts finds the words.
    const inParts = [tierHas(2, query), sql`(${sql.join(tiered, sql` and `)}) is true`]
    const isMany = await areMany(database, [...tiered, ...conditions], most, [...inParts, ...conditions])
    const keys = isMany ? unranked(tier) : ranked(tier, words, given.drawbacks)
    // In a large tier, only the identifier determines the order: only by that can it be read in parts.
    const order = isMany ? keys.slice(-1) : keys
    const last = after !== null && tier === tiers[0] ? after.slice(-order.length) : null
    const rest = [...conditions, ...(last ? [isAfter(order, last)] : [])]
    const tierOf = { from: sql`service_search s`, keys, order, limit: limit - found.length }
    const rows = isMany
      ? await readInParts(
          database,
          { ...tierOf, conditions: [...inParts, ...rest] },
          last ? prefixOf(String(last[0])) : 0,
        )
      : (await selectOrdered({ ...tierOf, conditions: [...tiered, ...rest] }).execute(database)).rows
    found.push(...rows)
    if (found.length >= limit) break
  }
  return found
}

/** So many of the prefixes are read first, and each time so many times more. */
const FIRST_PART = 16
const GROWTH = 4

/** The first services by their identifiers, beginning with this prefix. */
async function readInParts(database: Database, given: Ordered, prefix: number): Promise<Found[]> {
  const found: Found[] = []
  for (
    let [at, count] = [prefix, FIRST_PART];
    at < PREFIXES && found.length < given.limit;
    at += count, count *= GROWTH
  ) {
    const conditions = [...given.conditions, sql`s.spots && ${prefixSpots(at, count)}::text[]`]
    const part = selectOrdered({ ...given, conditions, limit: given.limit - found.length })
    found.push(...(await part.execute(database)).rows)
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
