import { type RawBuilder, sql } from 'kysely'
import type { Box } from '../service-search.ts'

/** A service at a place that anybody may know. `qx` and `qy` are its position in 2^24 × 2^24 squares of the world. */
export interface ServicePoint {
  serviceId: string
  locationId: string
  latitude: number
  longitude: number
  isApproximate: boolean
  qx: number
  qy: number
}

/** What other features may read of the points, as a table that a statement joins. */
export const servicePoints = sql<ServicePoint & { termIds: string[] }>`(
  select service_id, location_id, latitude, longitude, is_approximate, qx, qy, term_ids from service_point)`

/** Whether a point is in this part of the map. Requires `p` (service_point). */
export const isWithin = ({ west, south, east, north }: Box): RawBuilder<boolean> =>
  sql<boolean>`(p.qx between map_x(${west}::float8) and map_x(${east}::float8)
    and p.qy between map_y(${north}::float8) and map_y(${south}::float8))`
