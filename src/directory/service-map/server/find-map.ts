import { type RawBuilder, sql } from 'kysely'
import {
  findSearchPoints,
  type SearchPoints,
  serviceNames,
  servicePoints,
  withCategories,
} from '#directory/services/server/directory-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type CellRange, cellsInView, degreesOf } from '../mercator.ts'
import { FEW_PLACES, MAX_CELLS, MAX_POINTS, type MapPlace, type MapQuery, type ServiceMap } from '../service-map.ts'

/** Finer cells are counted when somebody looks: then little is in view. */
const KEPT_LEVEL = { whole: 12, category: 10 }
/** In the place of a category: the cells of the whole directory. */
const WHOLE = '00000000-0000-0000-0000-000000000000'

/** The services in view that a search finds: in cells, or one by one if they are few. */
export async function findMap(database: Database, query: MapQuery, timeZone: string): Promise<ServiceMap> {
  const { view, zoom, relaxed, ...filters } = await withCategories(database, query)
  const range = cellsInView(view, zoom, MAX_CELLS)
  const search = await findSearchPoints(database, { ...filters, limit: 1 }, timeZone, relaxed)
  const category = search.onlyCategory
  const isKept = category !== undefined && range.level <= KEPT_LEVEL[category === null ? 'whole' : 'category']
  if (isKept) {
    const kept = await readCells(database, range, keptCells(range, category))
    if (kept.total > FEW_PLACES) return kept
  }
  const counted = await readCells(database, range, countedCells(range, search, isKept))
  return counted.total > MAX_POINTS ? { ...counted, cells: [], places: [], isTooMany: true } : counted
}

/** Whole cells: one at the edge of the view must not change its count while the map moves. */
function boxOf({ left, top, right, bottom, shift }: CellRange) {
  const size = 2 ** shift
  const { longitude: west, latitude: north } = degreesOf(left * size + 0.5, top * size + 0.5)
  const { longitude: east, latitude: south } = degreesOf((right + 1) * size - 0.5, (bottom + 1) * size - 0.5)
  return { west, south, east, north }
}

/** `counted (total)`, `cell (x, y, n, qx, qy)`, and `spot`: the points of cells that hold one, or all if they are few. */
const countedCells = (range: CellRange, search: SearchPoints, isRare: boolean) => sql`
  matches as materialized (${search.within(boxOf(range), MAX_POINTS + 1, isRare)}),
  counted as materialized (select count(*)::integer as total from matches),
  cell as (
    select qx >> ${range.shift}::integer as x, qy >> ${range.shift}::integer as y, count(*)::integer as n,
      avg(qx)::float8 as qx, avg(qy)::float8 as qy
    from matches where (select total from counted) <= ${MAX_POINTS} group by 1, 2),
  spot as (
    select p.* from matches m
    join cell c on c.x = m.qx >> ${range.shift}::integer and c.y = m.qy >> ${range.shift}::integer
    cross join lateral (
      select service_id, location_id, latitude, longitude, is_approximate from ${servicePoints} point
      where service_id = m.service_id and location_id = m.location_id limit 1) p
    where c.n = 1 or (select total from counted) <= ${FEW_PLACES})`

/**
 * The same for the whole directory or one category, from what is counted already and what changed since. The only one in a
 * cell is where the sums are.
 */
const keptCells = ({ level, shift, left, right, top, bottom }: CellRange, category: string | null) => sql`
  cell as (
    select x, y, sum(n)::integer as n, (sum(sx) / sum(n))::float8 as qx, (sum(sy) / sum(n))::float8 as qy from (
      select x, y, n, sx, sy from map_cell where level = ${level} and term_id = ${category ?? WHOLE}
      union all
      select qx >> ${shift}::integer, qy >> ${shift}::integer, delta, delta * qx::bigint, delta * qy::bigint from map_cell_change
      where ${hasCategory('term_ids', category)}) every_cell
    where x between ${left} and ${right} and y between ${top} and ${bottom}
    group by x, y having sum(n) > 0),
  counted as (select coalesce(sum(n), 0)::integer as total from cell),
  spot as (
    select p.* from cell c cross join lateral (
      select service_id, location_id, latitude, longitude, is_approximate from ${servicePoints} point
      where qx = c.qx::integer and qy = c.qy::integer and ${hasCategory('term_ids', category)}
      limit 1) p
    where c.n = 1)`
const hasCategory = (column: string, category: string | null) =>
  category === null ? sql`true` : sql`${sql.ref(column)} @> array[${category}]::uuid[]`

interface Row {
  total: number
  cells: { x: number; y: number; count: number; qx: number; qy: number }[]
  places: MapPlace[]
}

async function readCells(database: Database, { level }: CellRange, made: RawBuilder<unknown>): Promise<ServiceMap> {
  const { rows } = await sql<Row>`
    with ${made}
    select (select total from counted),
      (select coalesce(jsonb_agg(jsonb_build_object('x', x, 'y', y, 'count', n, 'qx', qx, 'qy', qy) order by y, x), '[]')
        from cell where n > 1) as cells,
      (select coalesce(jsonb_agg(jsonb_build_object('serviceId', t.service_id, 'locationId', t.location_id, 'name', s.name,
          'latitude', t.latitude, 'longitude', t.longitude, 'isApproximate', t.is_approximate) order by s.name, t.service_id, t.location_id), '[]')
        from spot t join ${serviceNames.as('s')} on s.id = t.service_id) as places`.execute(database)
  const { total, cells, places } = rows[0] ?? { total: 0, cells: [], places: [] }
  return {
    level,
    cells: total <= FEW_PLACES ? [] : cells.map(({ x, y, count, qx, qy }) => ({ x, y, count, ...degreesOf(qx, qy) })),
    places,
    total,
    isTooMany: false,
  }
}
