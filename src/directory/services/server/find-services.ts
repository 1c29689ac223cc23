import { sql } from 'kysely'
import { findZip, type Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { DEFAULT_RADIUS_MILES, type FitFilter, type ServiceQuery } from '../service-search.ts'
import { areManyAround, findAroundAmongFew, findAroundInRings, ringKeyTypes } from './find-around.ts'
import { areMany, findByTier } from './find-by-tier.ts'
import { fitRank } from './fit-rank.ts'
import type { Drawbacks } from './search-cost.ts'
import { type WordSearch, wordReader } from './search-words.ts'
import { serviceFilters } from './service-filters.ts'
import {
  countKeys,
  type Found,
  isAfter,
  type Ordered,
  orderKeys,
  readKeys,
  selectOrdered,
  tierHas,
  weightOf,
} from './service-order.ts'

export const METERS_PER_MILE = 1609.344

export interface FoundServices {
  found: Found[]
  nextCursor: string | null
  /** Where the search starts. */
  here: Here | null
  correctedText: string | null
  words: WordSearch | null
}

/**
 * Thresholds between strategies: the maximum number of services that are ranked individually, and the number of
 * locations in the first ring.
 */
export interface SearchBounds {
  services: number
  places: number
  ring?: number
}
/** How many services are ranked at once in the first ring. */
const RING = 600
const bounds: SearchBounds = { services: 1500, places: 500 }

/** A search, and what counts against a service. */
export interface SearchQuery extends ServiceQuery, Drawbacks {
  /** Leaves out what does not fit the person, or what only may. */
  fit?: FitFilter | undefined
}

/** How a search is relaxed. */
export interface Relaxing {
  /** most of the words are enough */
  words?: boolean
  /** miles, instead of the requested radius; null: any distance */
  radius?: number | null
}

/**
 * The IDs of one page of services, sorted by relevance, distance, and name. If very many services match, they are not
 * ranked as a whole, but tier by tier or ring by ring; see docs/decisions/0080-words-that-many-services-hold.md.
 */
export async function findServices(
  database: Database,
  query: SearchQuery,
  timeZone: string,
  { services, places, ring = RING }: SearchBounds = bounds,
  relaxing: Relaxing = {},
  readWords = wordReader(database, query.text),
  readHere = hereReader(database, query.near),
): Promise<FoundServices> {
  const asked = await readHere()
  const here = relaxing.radius === null ? null : asked
  const words = await readWords(relaxing.words ?? false)
  const others = otherConditions(query, words, timeZone)
  const conditions = [...(words ? [tierHas(2, words.query)] : []), ...others]
  const limit = query.limit + 1
  // Without them, nearly everything around matches: no need to count.
  const isSelective = words !== null || Boolean(query.category?.length)
  const drawbacks: Drawbacks = { staleBefore: query.staleBefore, person: query.person }
  const keys = orderKeys(words, here !== null, drawbacks)
  const after = () =>
    query.cursor
      ? readKeys(
          query.cursor,
          keys.map((k) => k.type),
        )
      : null
  const find = async () => {
    if (here) {
      const radius = (relaxing.radius ?? query.radius ?? DEFAULT_RADIUS_MILES) * METERS_PER_MILE
      const around = { here, radius, words, conditions, limit, drawbacks }
      // A further page continues as the first one began, however many match by now.
      const isInRings = query.cursor
        ? countKeys(query.cursor) === ringKeyTypes(words).length
        : !isSelective || (await areManyAround(database, around, services))
      return isInRings
        ? findAroundInRings(database, around, { cursor: query.cursor, places, ringMost: ring })
        : findAroundAmongFew(database, around, after())
    }
    if (words && (await areMany(database, conditions, services)))
      return findByTier(database, {
        words,
        conditions: others,
        limit,
        most: services,
        after: after(),
        drawbacks,
      })
    return findRanked(database, { keys, conditions, limit }, after())
  }
  const rows = await find()
  const found = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? found.at(-1) : undefined
  return {
    found,
    here: asked,
    words,
    correctedText: words?.correctedText ?? null,
    nextCursor: last ? Buffer.from(JSON.stringify(last.keys)).toString('base64url') : null,
  }
}

/** What a service must meet, apart from the place. Requires `s` (service_search). */
export const searchConditions = (query: SearchQuery, words: WordSearch | null, timeZone: string) => [
  ...(words ? [tierHas(2, words.query)] : []),
  ...otherConditions(query, words, timeZone),
]

/** The same without the words themselves. */
const otherConditions = (query: SearchQuery, words: WordSearch | null, timeZone: string) => [
  ...(words?.weighed ? [sql`${weightOf(words.weighed)} >= ${words.weighed.least}`] : []),
  ...serviceFilters(query, timeZone),
  ...(query.person && query.fit ? [sql`${fitRank(query.person)} <= ${query.fit === 'fits' ? 0 : 1}`] : []),
]

/** The place of a ZIP code, looked up only once. */
export function hereReader(database: Database, near: string | undefined) {
  let found: Promise<Here | null> | undefined
  const find = async (zip: string) => {
    const here = await findZip(database, zip)
    if (!here) throw fieldProblem('near', 'zip-unknown')
    return here
  }
  return () => {
    found ??= near ? find(near) : Promise.resolve(null)
    return found
  }
}

async function findRanked(
  database: Database,
  given: Pick<Ordered, 'keys' | 'conditions' | 'limit'>,
  after: Found['keys'] | null,
): Promise<Found[]> {
  const { keys, limit } = given
  const conditions = [...given.conditions, ...(after ? [isAfter(keys, after)] : [])]
  const from = sql`service_search s`
  const { rows } = await selectOrdered({ from, conditions, keys, limit }).execute(database)
  return rows
}
