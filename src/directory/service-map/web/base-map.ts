import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon, Position } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import counties from 'us-atlas/counties-10m.json?url'

type Named = { name: string }
type Atlas = Topology<{ states: GeometryCollection<Named>; counties: GeometryCollection<Named> }>
type Areas = FeatureCollection<Polygon | MultiPolygon, Named>

export interface BaseMap {
  states: Areas
  counties: Areas
}

/** The states and counties of the United States, which come with the portal. */
export async function loadBaseMap(signal: AbortSignal): Promise<BaseMap> {
  const answer = await fetch(counties, { signal })
  if (!answer.ok) throw new Error(`The counties answered ${answer.status}`)
  const atlas: Atlas = await answer.json()
  return {
    states: feature(atlas, atlas.objects.states) as Areas,
    counties: feature(atlas, atlas.objects.counties) as Areas,
  }
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

/** The style of the map in the colors of the page; without areas, only the background. */
export function styleOf(base: BaseMap | undefined): StyleSpecification {
  const [water, land, line, edge, ink] = ['sky-soft', 'surface', 'line', 'edge', 'ink-2'].map(token) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const background = { id: 'water', type: 'background', paint: { 'background-color': water } } as const
  if (!base) return { version: 8, sources: {}, layers: [background] }
  const label = { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 1.5 }
  const text = { 'text-field': '{name}', 'text-font': ['sans-serif'], 'text-max-width': 7 }
  return {
    version: 8,
    sources: {
      states: { type: 'geojson', data: base.states },
      counties: { type: 'geojson', data: base.counties },
      'state-names': { type: 'geojson', data: names(base.states) },
      'county-names': { type: 'geojson', data: names(base.counties) },
    },
    layers: [
      background,
      { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': land } },
      { id: 'counties', type: 'line', source: 'counties', minzoom: 5, paint: { 'line-color': line } },
      { id: 'states', type: 'line', source: 'states', paint: { 'line-color': edge, 'line-width': 1.2 } },
      {
        ...{ id: 'county-names', type: 'symbol', source: 'county-names', minzoom: 7 },
        layout: { ...text, 'text-size': 13 },
        paint: label,
      },
      {
        ...{ id: 'state-names', type: 'symbol', source: 'state-names', maxzoom: 7 },
        layout: { ...text, 'text-size': 13 },
        paint: label,
      },
    ],
  }
}
