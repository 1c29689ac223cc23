import { type RawBuilder, sql } from 'kysely'
import type { Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { areMany } from './find-by-tier.ts'
import { costOfArea, costOfPlace, type Drawbacks, farthest, OFFICE, wideAreas } from './search-cost.ts'
import { spotsWithin } from './search-spots.ts'
import type { WordSearch } from './search-words.ts'
import { type Found, isAfter, type Keys, type OrderKey, orderKeys, readKeys, selectOrdered } from './service-order.ts'

export interface Point {
  latitude: number
  longitude: number
  /** The areas that contain it, if they are known. */
  keys?: string[]
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

/** Whether the directory has a place within so many meters, as everybody may know. */
export async function hasPlacesAround(database: Database, point: Point, radius: number) {
  const { rows } = await sql<{ isAny: boolean }>`
    select exists (select from location l where ${there} <@ cube_enlarge(${pointOf(point)}, ${radius}::float8, 3)) as is_any`.execute(
    database,
  )
  return rows[0]?.isAny ?? false
}

/** What has a place or an area that counts as at most this far away. Requires `s` (service_search). */
const isAround = ({ here, radius }: Around, meters: number) =>
  sql`s.spots && ${spotsWithin(here, meters, radius)}::text[]`

/** The nearest of some points, in meters; null if none is within the radius. */
const nearestOf = (points: RawBuilder<unknown>, { here, radius }: Around) => sql`
  (select min(meters) from (select point <-> ${pointOf(here)} as meters from unnest(${points}) as point) measured
    where meters <= ${radius}::float8)`

/**
 * How far away a service counts, in meters, as `placed.meters`: the nearest of its locations, those of its organization
 * if it has none, and its area, which stands for a distance. Requires `s` (service_search). With `offset`, PostgreSQL
 * looks up each service by itself: it would read the reach of all for what it believes to be many services.
 */
const placed = (around: Around) => sql`
  lateral (select least(
    least(${nearestOf(sql`r.own_points`, around)}, ${nearestOf(sql`r.office_points`, around)} + ${OFFICE}) + ${costOfPlace(around.here)},
    case when r.area_keys && ${around.here.keys} then ${costOfArea(around.here)} end)::integer as meters
    from service_reach r where r.service_id = s.service_id offset 0) placed`

/** The first services within the ring. */
async function findPlaced(
  database: Database,
  around: Around,
  ring: { inner: number; outer: number; before: Keys; after: Keys | null },
) {
  const { words, limit, drawbacks } = around
  const keys = orderKeys(words, true, drawbacks)
  const conditions = [
    isAround(around, ring.outer),
    ...around.conditions,
    sql`placed.meters > ${ring.inner} and placed.meters <= ${ring.outer}`,
    ...(ring.after ? [isAfter(keys, ring.after)] : []),
  ]
  const from = sql`service_search s cross join ${placed(around)}`
  const { rows } = await selectOrdered({ from, conditions, keys, limit }).execute(database)
  return rows.map((r) => ({ ...r, keys: [...ring.before, ...r.keys] }))
}

/** Whether more than this many services match around the place; counting stops there. */
export const areManyAround = (database: Database, around: Around, most: number) =>
  areMany(database, [isAround(around, farthest(around.radius)), ...around.conditions], most)

/** If few services match around the place, each of them is located and ranked. */
export const findAroundAmongFew = (database: Database, around: Around, after: Keys | null) =>
  findPlaced(database, around, { inner: -1, outer: farthest(around.radius), before: [], after })

/** The distance of the nearest locations, in meters; the whole radius if there are fewer. */
async function reachOf(database: Database, { here, radius }: Around, places: number) {
  const { rows } = await sql<{ meters: number; count: number }>`
    select max(meters)::integer as meters, count(*)::integer as count from (
      select ${there} <-> ${pointOf(here)} as meters from location l order by ${there} <-> ${pointOf(here)} limit ${places}) nearest
    where meters <= ${radius}::float8`.execute(database)
  const [nearest] = rows
  return nearest && nearest.count === places ? nearest.meters : farthest(radius)
}

/** A ring ends before the areas of states, and before the nation, which very many services have. */
const cut = (inner: number, outer: number) =>
  wideAreas.map((cost) => cost - 1).find((end) => end > inner && end < outer) ?? outer

/** By how much the first ring may reach farther than the nearest locations, or less far. */
const reaches = [1.75, 1, 0.45]

/** The end of the first ring: so far that it does not hold too many matches, as far as that can be had. */
async function firstRing(database: Database, around: Around, given: { places: number; ringMost: number }) {
  const whole = farthest(around.radius)
  const reach = await reachOf(database, around, given.places)
  if (reach >= whole) return whole
  const outers = reaches.map((times) => Math.min(whole, Math.ceil(reach * times)))
  for (const outer of outers.slice(0, -1))
    if (!(await areMany(database, [isAround(around, outer), ...around.conditions], given.ringMost))) return outer
  return outers.at(-1) ?? whole
}

const ringTypes: OrderKey['type'][] = ['integer', 'integer']
export const ringKeyTypes = (words: WordSearch | null) => [
  ...ringTypes,
  ...orderKeys(words, true, {}).map((key) => key.type),
]

/**
 * If many services match: searches ring after ring around the point and ranks each
 * ring separately, so that the work is limited to what is near. A directory with little nearby is one ring. The keys
 * start with the ring.
 */
export async function findAroundInRings(
  database: Database,
  around: Around,
  given: { cursor: string | undefined; places: number; ringMost: number },
): Promise<Found[]> {
  const whole = farthest(around.radius)
  const after = given.cursor ? readKeys(given.cursor, ringKeyTypes(around.words)) : null
  let ring: readonly [number, number] = after
    ? [Number(after[0]), Math.min(Number(after[1]), whole)]
    : [-1, cut(-1, await firstRing(database, around, given))]
  let rest = after ? after.slice(2) : null
  const found: Found[] = []
  for (let rings = 1; ; rings++) {
    const limit = around.limit - found.length
    const page = { ...around, limit }
    const [inner, outer] = ring
    found.push(...(await findPlaced(database, page, { inner, outer, before: [...ring], after: rest })))
    if (found.length >= around.limit || ring[1] >= whole) return found
    rest = null
    // If two rings contain too little, the words are rare here: search the rest at once.
    ring = [outer, cut(outer, rings > 1 ? whole : Math.min(whole, Math.max(outer * 2, outer + MILE)))]
  }
}
