import { type RawBuilder, sql } from 'kysely'
import type { Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { costOfArea, costOfPlace, type Drawbacks, farthest, keysWithin } from './search-cost.ts'
import type { WordSearch } from './search-words.ts'
import { isAfter, type Keys, type OrderKey, orderKeys, readKeys } from './service-order.ts'

export interface Point {
  latitude: number
  longitude: number
  /** The areas that contain it, if they are known. */
  keys?: string[]
}
export interface Found {
  serviceId: string
  keys: Keys
}
interface Around {
  here: Here
  /** Meters. */
  radius: number
  words: WordSearch | null
  conditions: RawBuilder<unknown>[]
  limit: number
  drawbacks: Drawbacks
}

const MILE = 1609

const pointOf = ({ latitude, longitude }: Point) => sql`place_point(${latitude}::float8, ${longitude}::float8)`
const there = sql`place_point(l.shown_latitude, l.shown_longitude)`
const where = (conditions: RawBuilder<unknown>[]) => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`)

/** Whether the directory has a place within so many meters, as everybody may know. */
export async function hasPlacesAround(database: Database, point: Point, radius: number) {
  const { rows } = await sql<{ isAny: boolean }>`
    select exists (select from location l where ${there} <@ cube_enlarge(${pointOf(point)}, ${radius}::float8, 3)) as is_any`.execute(
    database,
  )
  return rows[0]?.isAny ?? false
}

async function findPlaced(
  database: Database,
  { words, conditions, limit, drawbacks }: Around,
  placed: RawBuilder<unknown>,
  ring: { before: Keys; after: Keys | null },
) {
  const keys = orderKeys(words, true, drawbacks)
  const kept = [...conditions, ...(ring.after ? [isAfter(keys, ring.after)] : [])]
  const { rows } = await sql<Found>`
    with ${placed}
    select s.service_id, jsonb_build_array(${sql.join(keys.map((k) => k.value))}) as keys
    from service_search s join placed on placed.service_id = s.service_id
    where ${where(kept)} order by ${sql.join(keys.map((k) => k.value))} limit ${limit}`.execute(database)
  return rows.map((r) => ({ ...r, keys: [...ring.before, ...r.keys] }))
}

/**
 * How far away each matching service counts, in meters: the nearest of its locations, those of its organization if it
 * has none, and its area, which stands for a distance.
 */
const placesOfMatches = ({ here, radius, conditions }: Around) => sql`
  matches as materialized (
    select s.service_id, s.organization_id, r.is_placed, r.area_keys, r.area_basis
    from service_search s join service_reach r on r.service_id = s.service_id where ${where(conditions)}
  ), located as (
    select m.service_id, ${there} <-> ${pointOf(here)} as metres, true as is_own, m.area_keys, m.area_basis
    from matches m join service_at_location p on p.service_id = m.service_id join location l on l.id = p.location_id and l.location_type <> 'virtual'
    union all
    select m.service_id, ${there} <-> ${pointOf(here)}, false, m.area_keys, m.area_basis
    from matches m join location l on l.organization_id = m.organization_id and l.location_type <> 'virtual' where not m.is_placed
  ), placed as materialized (
    select service_id, min(metres)::integer as metres from (
      select r.service_id, ${costOfPlace(here)} as metres from located r where r.metres <= ${radius}::float8
      union all
      select r.service_id, ${costOfArea(here)} from matches r where r.area_keys && ${here.keys}
    ) every_place group by service_id)`

/** The same for all services that count as being in the ring, starting from the locations and the areas. */
const placesOfRing = ({ here, radius }: Around, [inner, outer]: readonly [number, number]) => sql`
  nearby as materialized (
    select l.id, l.organization_id, ${there} <-> ${pointOf(here)} as metres from location l
    where ${there} <@ cube_enlarge(${pointOf(here)}, ${Math.min(outer, radius) + 1}::float8, 3)
      and (${there} <-> ${pointOf(here)}) <= ${Math.min(outer + 1, radius)}::float8 and l.location_type <> 'virtual'
  ), located as (
    select p.service_id, n.metres, true as is_own, x.area_keys, x.area_basis
    from nearby n join service_at_location p on p.location_id = n.id join service_reach x on x.service_id = p.service_id
    union all
    select x.service_id, n.metres, false, x.area_keys, x.area_basis
    from nearby n join service_reach x on x.organization_id = n.organization_id and not x.is_placed
  ), placed as materialized (
    select service_id, min(metres)::integer as metres from (
      select r.service_id, ${costOfPlace(here)} as metres from located r
      union all
      select r.service_id, ${costOfArea(here)} from service_reach r where r.area_keys && ${keysWithin(here, outer)}
    ) every_place group by service_id having min(metres)::integer > ${inner} and min(metres)::integer <= ${outer})`

/** If few services match the words, each of them is located and ranked. */
export const findAroundAmongFew = (database: Database, around: Around, after: Keys | null) =>
  findPlaced(database, around, placesOfMatches(around), { before: [], after })

/** The distance of the nearest locations, in meters; the whole radius if there are fewer. */
async function reachOf(database: Database, { here, radius }: Around, places: number) {
  const { rows } = await sql<{ metres: number; count: number }>`
    select max(metres)::integer as metres, count(*)::integer as count from (
      select ${there} <-> ${pointOf(here)} as metres from location l order by ${there} <-> ${pointOf(here)} limit ${places}) nearest
    where metres <= ${radius}::float8`.execute(database)
  const [nearest] = rows
  return nearest && nearest.count === places ? nearest.metres : farthest(radius)
}

const ringTypes: OrderKey['type'][] = ['integer', 'integer']
export const ringKeyTypes = (words: WordSearch | null) => [
  ...ringTypes,
  ...orderKeys(words, true, {}).map((key) => key.type),
]

/**
 * If many services match the words, or there are no words: searches ring after ring around the point and ranks each
 * ring separately, so that the work is limited to what is near. A directory with little nearby is one ring. The keys
 * start with the ring.
 */
export async function findAroundInRings(
  database: Database,
  around: Around,
  given: { cursor: string | undefined; places: number },
): Promise<Found[]> {
  const whole = farthest(around.radius)
  const after = given.cursor ? readKeys(given.cursor, ringKeyTypes(around.words)) : null
  let ring: readonly [number, number] = after
    ? [Number(after[0]), Math.min(Number(after[1]), whole)]
    : [-1, await reachOf(database, around, given.places)]
  let rest = after ? after.slice(2) : null
  const found: Found[] = []
  for (let rings = 1; ; rings++) {
    const limit = around.limit - found.length
    const page = { ...around, limit }
    found.push(...(await findPlaced(database, page, placesOfRing(around, ring), { before: [...ring], after: rest })))
    if (found.length >= around.limit || ring[1] >= whole) return found
    rest = null
    // If two rings contain too little, the words are rare here: search the rest at once.
    ring = [ring[1], rings > 1 ? whole : Math.min(whole, Math.max(ring[1] * 2, ring[1] + MILE))]
  }
}
