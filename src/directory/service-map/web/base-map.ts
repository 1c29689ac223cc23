import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon, Position } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import counties from 'us-atlas/counties-10m.json?url'
import { api } from '#platform/web/api.ts'
import type { MapBase, MapTown } from '../service-map.ts'

/** Closer than this, the map names towns. */
export const TOWN_ZOOM = 8
const SOURCE = 'U.S. Census Bureau, GeoNames'

type Named = { name: string }
type Atlas = Topology<{ states: GeometryCollection<Named>; counties: GeometryCollection<Named> }>
type Areas = FeatureCollection<Polygon | MultiPolygon, Named>

/** What is drawn below the markers. */
export interface BaseMap {
  /** The style in the colors of the page, as it is now. */
  style: (towns: MapTown[]) => StyleSpecification
  /** Whether it names only counties and states. */
  needsTowns: boolean
}

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark'

/** What the operator configured; otherwise, and if that cannot be reached, the counties. */
export async function loadBaseMap(language: string, signal: AbortSignal): Promise<BaseMap> {
  const { styleUrl, hasTiles } = await api.get<MapBase>('/api/service/map/base', { signal, quiet: true })
  if (hasTiles) {
    const { readTiles, tileStyle } = await import('./tile-style.ts')
    readTiles()
    return { style: () => tileStyle(isDark(), language), needsTowns: false }
  }
  const style = styleUrl ? await readJson<StyleSpecification>(styleUrl, signal).catch(() => null) : null
  if (style) return { style: () => style, needsTowns: false }
  return loadCounties(signal)
}

async function readJson<Content>(url: string, signal: AbortSignal): Promise<Content> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

/** The states and counties of the United States, which come with the portal. */
async function loadCounties(signal: AbortSignal): Promise<BaseMap> {
  const atlas = await readJson<Atlas>(counties, signal)
  const areas = (objects: GeometryCollection<Named>) => feature(atlas, objects) as Areas
  const [allStates, allCounties] = [areas(atlas.objects.states), areas(atlas.objects.counties)]
  const sources = {
    states: { type: 'geojson', data: allStates, attribution: SOURCE },
    counties: { type: 'geojson', data: allCounties },
    'state-names': { type: 'geojson', data: names(allStates) },
    'county-names': { type: 'geojson', data: names(allCounties) },
  } as const
  return { style: (towns) => countyStyle(sources, towns), needsTowns: true }
}

const areaOf = (ring: Position[]) => {
  const [xs, ys] = [0, 1].map((n) => ring.map((position) => position[n] ?? 0)) as [number[], number[]]
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
}

/** The middle of the largest part of an area, for its name. */
function middleOf({ geometry, properties }: Feature<Polygon | MultiPolygon, Named>): Feature<Point, Named> {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const [ring = []] = parts.toSorted(([a = []], [b = []]) => areaOf(b) - areaOf(a))[0] ?? []
  let [x, y, doubled] = [0, 0, 0]
  for (const [i, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = x1, y2 = y1] = ring[i + 1] ?? []
    const cross = x1 * y2 - x2 * y1
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
    doubled += cross
  }
  const middle = doubled ? [x / (3 * doubled), y / (3 * doubled)] : (ring[0] ?? [0, 0])
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: middle } }
}

const names = (areas: Areas): FeatureCollection<Point, Named> => ({
  type: 'FeatureCollection',
  features: areas.features.map(middleOf),
})

/** A color of the design, as it is now. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--hl-${name}`).trim()

const water = () => ({ id: 'water', type: 'background', paint: { 'background-color': token('sky-soft') } }) as const

/** Before the base map is loaded. */
export const emptyStyle = (): StyleSpecification => ({ version: 8, sources: {}, layers: [water()] })

export const TOWNS = 'towns'
export const townPoints = (towns: MapTown[]): FeatureCollection<Point, Named> => ({
  type: 'FeatureCollection',
  features: towns.map(({ name, latitude, longitude }) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

function countyStyle(sources: StyleSpecification['sources'], towns: MapTown[]): StyleSpecification {
  const [land, line, edge, ink] = ['surface', 'line', 'edge', 'ink-2'].map(token) as [string, string, string, string]
  const named = (source: string, zooms: object) => ({
    ...{ id: source, type: 'symbol' as const, source, ...zooms },
    layout: { 'text-field': '{name}', 'text-font': ['sans-serif'], 'text-max-width': 7, 'text-size': 13 },
    paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 1.5 },
  })
  return {
    version: 8,
    sources: { ...sources, [TOWNS]: { type: 'geojson', data: townPoints(towns) } },
    layers: [
      water(),
      { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': land } },
      { id: 'counties', type: 'line', source: 'counties', minzoom: 5, paint: { 'line-color': line } },
      { id: 'states', type: 'line', source: 'states', paint: { 'line-color': edge, 'line-width': 1.2 } },
      named('county-names', { minzoom: 7, maxzoom: 9 }),
      named('state-names', { maxzoom: 7 }),
      named(TOWNS, { minzoom: TOWN_ZOOM }),
    ],
  }
}
