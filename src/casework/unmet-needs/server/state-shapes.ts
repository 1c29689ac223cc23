import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { StateShapes } from '../unmet-need.ts'

type Atlas = Topology<{ counties: GeometryCollection<{ name: string }> }>

const WIDTH = 1000

let atlas: Promise<Atlas> | null = null
const readAtlas = () => {
  atlas ??= readFile(fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json')), 'utf8').then(JSON.parse)
  return atlas
}

/** The islands of Alaska beyond the 180th meridian lie west of the others. */
const west = (longitude: number) => (longitude > 0 ? longitude - 360 : longitude)
const ringsOf = (shape: Polygon | MultiPolygon) =>
  shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat()

const made = new Map<string, StateShapes>()

/**
 * The counties of a state as paths of an SVG, 1000 units wide: a degree of latitude is as long as in the state's middle.
 *
 * @param state its FIPS digits
 * @returns null if there is no such state
 */
export async function stateShapes(state: string): Promise<StateShapes | null> {
  const known = made.get(state)
  if (known) return known
  const { objects, ...rest } = await readAtlas()
  const geometries = objects.counties.geometries.filter(({ id }) => String(id).startsWith(state))
  if (!geometries.length) return null
  const counties = feature({ ...rest, objects }, { ...objects.counties, geometries }).features.map(
    ({ id, geometry }) => ({
      fips: String(id),
      rings: ringsOf(geometry as Polygon | MultiPolygon),
    }),
  )
  const points = counties.flatMap(({ rings }) => rings.flat())
  const bounds = (of: (point: Position) => number) =>
    points.reduce(([least, most], point) => [Math.min(least, of(point)), Math.max(most, of(point))] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as readonly [number, number])
  const [left, right] = bounds(([longitude = 0]) => west(longitude))
  const [bottom, top] = bounds(([, latitude = 0]) => latitude)
  const perLongitude = WIDTH / (right - left)
  const perLatitude = perLongitude / Math.cos((((top + bottom) / 2) * Math.PI) / 180)
  const write = ([longitude = 0, latitude = 0]: Position) =>
    `${Math.round((west(longitude) - left) * perLongitude)},${Math.round((top - latitude) * perLatitude)}`
  const pathOf = (ring: Position[]) =>
    `M${ring
      .map(write)
      .filter((at, n, all) => at !== all[n - 1])
      .join('L')}Z`
  const shapes: StateShapes = {
    ...{
      width: WIDTH,
      height: Math.ceil((top - bottom) * perLatitude),
      west: left,
      north: top,
      perLongitude,
      perLatitude,
    },
    counties: counties.map(({ fips, rings }) => ({ fips, path: rings.map(pathOf).join('') })),
  }
  made.set(state, shapes)
  return shapes
}
