import { sql } from 'kysely'
import { findZip, type Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { DEFAULT_RADIUS_MILES, type FitFilter, type ServiceQuery } from '../service-search.ts'
import { type Found, findAroundAmongFew, findAroundInRings } from './find-around.ts'
import { areMany, findByTier } from './find-by-tier.ts'
import { fitRank } from './fit-rank.ts'
import type { Drawbacks } from './search-cost.ts'
import { type WordSearch, wordReader } from './search-words.ts'
import { serviceFilters } from './service-filters.ts'
import { isAfter, orderKeys, readKeys, weightOf } from './service-order.ts'

export const METRES_PER_MILE = 1609.344

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
}
const bounds: SearchBounds = { services: 5000, places: 1500 }

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
  { services, places }: SearchBounds = bounds,
  relaxing: Relaxing = {},
  readWords = wordReader(database, query.text),
  readHere = hereReader(database, query.near),
): Promise<FoundServices> {
  const asked = await readHere()
  const here = relaxing.radius === null ? null : asked
  const words = await readWords(relaxing.words ?? false)
  const conditions = searchConditions(query, words, timeZone)
  const limit = query.limit + 1
  const drawbacks: Drawbacks = { staleBefore: query.staleBefore, person: query.person }
  const isCommon = words !== null && (await areMany(database, conditions, services))
  const keys = orderKeys(words, here !== null, drawbacks)
  const after = () =>
    query.cursor
      ? readKeys(
          query.cursor,
          keys.map((k) => k.type),
        )
      : null
  const find = () => {
    if (here) {
      const radius = (relaxing.radius ?? query.radius ?? DEFAULT_RADIUS_MILES) * METRES_PER_MILE
      const around = { here, radius, words, conditions, limit, drawbacks }
      return words && !isCommon
        ? findAroundAmongFew(database, around, after())
        : findAroundInRings(database, around, { cursor: query.cursor, places })
    }
    if (words && isCommon)
      return findByTier(database, { words, conditions, limit, most: services, after: after(), drawbacks })
    return findRanked(database, keys, { conditions, limit, after: after() })
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
  ...(words ? [sql`s.document @@ ${words.query}::tsquery`] : []),
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
  keys: ReturnType<typeof orderKeys>,
  given: { conditions: ReturnType<typeof serviceFilters>; limit: number; after: Found['keys'] | null },
): Promise<Found[]> {
  const conditions = [...given.conditions, ...(given.after ? [isAfter(keys, given.after)] : [])]
  const { rows } = await sql<Found>`
    select s.service_id, jsonb_build_array(${sql.join(keys.map((k) => k.value))}) as keys
    from service_search s where ${conditions.length ? sql.join(conditions, sql` and `) : sql`true`}
    order by ${sql.join(keys.map((k) => k.value))} limit ${given.limit}`.execute(database)
  return rows
}
