import { type RawBuilder, sql } from 'kysely'
import type { Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type Box, DEFAULT_RADIUS_MILES, type Relaxed } from '../service-search.ts'
import { relaxing, without } from './find-nearly.ts'
import { hereReader, METERS_PER_MILE, type SearchQuery, searchConditions } from './find-services.ts'
import { wordReader } from './search-words.ts'
import { isOpenNow } from './service-filters.ts'
import { isWithin, type ServicePoint } from './service-points.ts'

const METERS_PER_DEGREE = 111_000

/** A box around a circle; a little larger, because it counts only together with the distance. */
function boxAround({ latitude, longitude }: Here, radius: number): Box {
  const north = radius / METERS_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return { west: longitude - east, south: latitude - north, east: longitude + east, north: latitude + north }
}

/** What an index of the points contains. */
export type FoundPoint = Pick<ServicePoint, 'serviceId' | 'locationId' | 'qx' | 'qy'>

/** The points of all services that a search finds, in no order. */
export interface SearchPoints {
  /** If nothing else is asked for; null: the whole directory; undefined: other conditions are set. */
  onlyCategory: string | null | undefined
  /**
   * The points in a part of the map, as the rows of a statement.
   * @param isRare whether few services of the category are expected: then an index finds them wherever they are
   */
  within: (view: Box, limit: number, isRare?: boolean) => RawBuilder<FoundPoint>
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
  const { category = [], openNow, ...others } = query
  const ofService = searchConditions(others, words, timeZone)
  // What the points know themselves: without it, the services of all points in view would be looked up.
  const ofPoint = [
    ...(category.length ? [hasOneOf(category)] : []),
    ...(openNow ? [isOpenNow(sql.ref('p.hours_kind'), timeZone)] : []),
  ]
  const hasCategory = sql`s.term_ids && ${category}::uuid[]`
  const found = (view: Box, limit: number, own: RawBuilder<unknown>[] = [], needsReach = false) => {
    const search =
      ofService.length || own.includes(hasCategory) ? sql`join service_search s on s.service_id = p.service_id` : sql``
    const reach = needsReach ? sql`join service_reach r on r.service_id = p.service_id` : sql``
    return sql<FoundPoint>`
      (select p.service_id, p.location_id, p.qx, p.qy from service_point p ${search} ${reach}
      where ${sql.join([isWithin(view), ...ofPoint, ...ofService, ...own], sql` and `)} limit ${limit})`
  }
  const meters = (how.radius ?? query.radius ?? DEFAULT_RADIUS_MILES) * METERS_PER_MILE
  const isNarrowed = here !== null || category.length > 1 || Boolean(openNow) || ofService.length > 0
  return {
    onlyCategory: isNarrowed ? undefined : (category[0] ?? null),
    within: (view, limit, isRare = false) =>
      here
        ? sql`${found(view, limit, near(here, meters))}
          union ${found(view, limit, [sql`r.area_keys && ${here.keys}`], true)} limit ${limit}`
        : found(view, limit, isRare && category.length ? [hasCategory] : []),
  }
}

/** Without the row of the point, unless it has too many categories for an index. Requires `p` (service_point). */
const hasOneOf = (category: string[]) => sql`(p.shown_terms && ${category}::uuid[] or p.shown_terms is null and exists (
  select from service_point whole where whole.service_id = p.service_id and whole.location_id = p.location_id
    and whole.term_ids && ${category}::uuid[]))`

const near = (here: Here, meters: number) => [
  isWithin(boxAround(here, meters)),
  sql`(place_point(p.latitude, p.longitude) <-> place_point(${here.latitude}::float8, ${here.longitude}::float8)) <= ${meters}::float8`,
]
