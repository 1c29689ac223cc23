import type { ServiceItem } from '#directory/services/service-search.ts'
import { pointOf } from '#directory/services/web/map-parts-public.ts'
import { cellOf } from '../mercator.ts'
import type { MapCell, MapPlace, ServiceMap } from '../service-map.ts'

/** A service at a place; `number` is its place in the list, null if the list does not show it yet. */
export interface Spot extends Omit<MapPlace, 'locationId'> {
  number: number | null
}

/** One button on the map: services at one spot or close together, or how many more there are in a cell. */
export type Marker = { key: string; latitude: number; longitude: number } & (
  | { spots: [Spot, ...Spot[]] }
  | { more: number }
)

/** The items of the list that have a place on the map, with their numbers. */
export const listedSpots = (items: ServiceItem[]): Spot[] =>
  items.flatMap((item, index) => {
    const point = pointOf(item)
    if (!point) return []
    const isApproximate = item.place?.isApproximate ?? false
    return [{ serviceId: item.id, name: item.name, number: index + 1, isApproximate, ...point }]
  })

/** What the map found besides the items of the list. */
function withoutListed({ cells, places, level }: ServiceMap, items: ServiceItem[]) {
  const shown = new Set(items.map(({ id, place }) => `${id} ${place?.id}`))
  const numbers = new Map(items.map(({ id }, index) => [id, index + 1]))
  const inCell = new Map<string, number>()
  for (const item of items) {
    const point = pointOf(item)
    if (!point) continue
    const { x, y } = cellOf(point, level)
    inCell.set(`${x} ${y}`, (inCell.get(`${x} ${y}`) ?? 0) + 1)
  }
  return {
    cells: cells.flatMap((cell): MapCell[] => {
      const count = cell.count - (inCell.get(`${cell.x} ${cell.y}`) ?? 0)
      return count > 0 ? [{ ...cell, count }] : []
    }),
    // Another place of a service that the list shows has its number too.
    spots: places.flatMap(({ locationId, ...place }): Spot[] =>
      shown.has(`${place.serviceId} ${locationId}`) ? [] : [{ ...place, number: numbers.get(place.serviceId) ?? null }],
    ),
  }
}

/** Markers that are closer than this many pixels become one. */
const CLOSE = 34

interface Pixel {
  x: number
  y: number
}

/**
 * The markers of the map, those of the list first, in its order.
 * @param project the position of a point on the screen
 */
export function groupMarkers(
  items: ServiceItem[],
  found: ServiceMap | undefined,
  project: (point: { latitude: number; longitude: number }) => Pixel,
): Marker[] {
  const others = found ? withoutListed(found, items) : { cells: [], spots: [] }
  const groups: { at: Pixel; spots: [Spot, ...Spot[]] }[] = []
  for (const spot of [...listedSpots(items), ...others.spots]) {
    const at = project(spot)
    const group = groups.find((one) => Math.hypot(one.at.x - at.x, one.at.y - at.y) < CLOSE)
    if (group) group.spots.push(spot)
    else groups.push({ at, spots: [spot] })
  }
  return [
    ...groups.map(({ spots }) => {
      const [{ serviceId, latitude, longitude }] = spots
      return { key: `${serviceId} ${latitude} ${longitude}`, latitude, longitude, spots }
    }),
    ...others.cells.map(({ x, y, count, latitude, longitude }) => ({
      key: `${found?.level} ${x} ${y}`,
      latitude,
      longitude,
      more: count,
    })),
  ]
}
