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
  around: Around,
  ring: { inner: number; outer: number; before: Keys; after: Keys | null },
) {
  const { words, limit, drawbacks } = around
  const keys = orderKeys(words, true, drawbacks)
  const conditions = ring.after ? [isAfter(keys, ring.after)] : []
  const from = sql`service_search s join placed on placed.service_id = s.service_id`
  const { rows } = await sql<Found>`
    with ${placesOf(around, ring)} ${selectOrdered({ from, conditions, keys, limit })}`.execute(database)
  return rows.map((r) => ({ ...r, keys: [...ring.before, ...r.keys] }))
}

/** What has a place or an area that counts as at most this far away. Requires `s` (service_search). */
const isAround = ({ here, radius }: Around, metres: number) =>
  sql`s.spots && ${spotsWithin(here, metres, radius)}::text[]`

/**
 * How far away each matching service counts, in meters: the nearest of its locations, those of its organization if it
 * has none, and its area, which stands for a distance. Only those within the ring.
 */
const placesOf = (around: Around, { inner, outer }: { inner: number; outer: number }) => {
  const { here, radius, conditions } = around
  // Each service by itself: PostgreSQL would read all locations for what it believes to be many services.
  const nearest = (places: RawBuilder<unknown>) => sql`
    select min(p.metres) as metres from (select ${there} <-> ${pointOf(here)} as metres from ${places} and l.location_type <> 'virtual') p
    where p.metres <= ${radius}::float8`
  return sql`
  placed as materialized (
    select found.service_id, found.metres from (
      select r.service_id, least(
        least(own.metres, office.metres + ${OFFICE}) + ${costOfPlace(here)},
        case when r.area_keys && ${here.keys} then ${costOfArea(here)} end)::integer as metres
      from service_search s join service_reach r on r.service_id = s.service_id
      cross join lateral (${nearest(sql`service_at_location at join location l on l.id = at.location_id where at.service_id = r.service_id`)}) own
      cross join lateral (${nearest(sql`location l where l.organization_id = r.organization_id and not r.is_placed`)}) office
      where ${where([isAround(around, outer), ...conditions])}) found
    where found.metres > ${inner} and found.metres <= ${outer})`
}

/** Whether more than this many services match around the place; counting stops there. */
export const areManyAround = (database: Database, around: Around, most: number) =>
  areMany(database, [isAround(around, farthest(around.radius)), ...around.conditions], most)

/** If few services match around the place, each of them is located and ranked. */
export const findAroundAmongFew = (database: Database, around: Around, after: Keys | null) =>
  findPlaced(database, around, { inner: -1, outer: farthest(around.radius), before: [], after })

/** The distance of the nearest locations, in meters; the whole radius if there are fewer. */
async function reachOf(database: Database, { here, radius }: Around, places: number) {
  const { rows } = await sql<{ metres: number; count: number }>`
    select max(metres)::integer as metres, count(*)::integer as count from (
      select ${there} <-> ${pointOf(here)} as metres from location l order by ${there} <-> ${pointOf(here)} limit ${places}) nearest
    where metres <= ${radius}::float8`.execute(database)
  const [nearest] = rows
  return nearest && nearest.count === places ? nearest.metres : farthest(radius)
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
