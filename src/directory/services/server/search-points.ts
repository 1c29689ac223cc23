import { type RawBuilder, sql } from 'kysely'
import type { Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type Box, DEFAULT_RADIUS_MILES, type Relaxed } from '../service-search.ts'
import { relaxing, without } from './find-nearly.ts'
import { hereReader, METRES_PER_MILE, type SearchQuery, searchConditions } from './find-services.ts'
import { wordReader } from './search-words.ts'
import { isWithin, type ServicePoint } from './service-points.ts'

const METRES_PER_DEGREE = 111_000

/** A box around a circle; a little larger, because it counts only together with the distance. */
function boxAround({ latitude, longitude }: Here, radius: number): Box {
  const north = radius / METRES_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return { west: longitude - east, south: latitude - north, east: longitude + east, north: latitude + north }
}

/** The points of all services that a search finds, in no order. */
export interface SearchPoints {
  /** If nothing else is asked for; null: the whole directory; undefined: other conditions are set. */
  onlyCategory: string | null | undefined
  /** The points in a part of the map, as the rows of a statement. */
  within: (view: Box, limit: number) => RawBuilder<ServicePoint>
}

/**
 * The same services as on all pages of a list.
 * @param relaxed what the list relaxed, because nothing matched everything
 */
export async function findSearchPoints(
  database: Database,
  given: SearchQuery,
  timeZone: string,
  relaxed: Relaxed[],
): Promise<SearchPoints> {
  const query = without(given, relaxed)
  const how = relaxing(relaxed)
  const [asked, words] = await Promise.all([
    hereReader(database, query.near)(),
    wordReader(database, query.text)(how.words ?? false),
  ])
  const here = how.radius === null ? null : asked
  const { category = [], ...others } = query
  const conditions = [
    ...searchConditions(query, words, timeZone),
    // The same as for the service: without it, those of all points in view would be looked up.
    ...(category.length ? [sql`p.term_ids && ${category}::uuid[]`] : []),
  ]
  const meters = (how.radius ?? query.radius ?? DEFAULT_RADIUS_MILES) * METRES_PER_MILE
  const isNarrowed = here !== null || category.length > 1 || searchConditions(others, words, timeZone).length > 0
  return {
    onlyCategory: isNarrowed ? undefined : (category[0] ?? null),
    within: (view, limit) =>
      here
        ? sql`${points([...conditions, ...near(here, meters)], view, limit)}
          union ${points([...conditions, sql`r.area_keys && ${here.keys}`], view, limit, true)} limit ${limit}`
        : points(conditions, view, limit),
  }
}

const points = (conditions: RawBuilder<unknown>[], view: Box, limit: number, needsReach = false) => sql<ServicePoint>`
  (select p.service_id, p.location_id, p.latitude, p.longitude, p.is_approximate, p.qx, p.qy
  from service_point p join service_search s on s.service_id = p.service_id ${needsReach ? sql`join service_reach r on r.service_id = p.service_id` : sql``}
  where ${sql.join([isWithin(view), ...conditions], sql` and `)} limit ${limit})`

const near = (here: Here, meters: number) => [
  isWithin(boxAround(here, meters)),
  sql`(place_point(p.latitude, p.longitude) <-> place_point(${here.latitude}::float8, ${here.longitude}::float8)) <= ${meters}::float8`,
]
