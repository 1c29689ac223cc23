import type { Database } from '#platform/server/database.ts'
import { AreaIndex } from '../area-index.ts'

export { nameKnownAreas } from './find-areas.ts'
export { findZip, type Here, nameAreas, zipOf } from './find-place.ts'
export { findTowns, type Town } from './find-towns.ts'
export { loadPlaces } from './load-places.ts'

/** All counties and towns, to read areas with. */
export async function loadAreaIndex(database: Database) {
  const [counties, towns] = await Promise.all([
    database.selectFrom('county').select(['fips', 'name']).execute(),
    database.selectFrom('place').select(['town', 'state']).distinct().where('countyFips', 'is not', null).execute(),
  ])
  return new AreaIndex(counties, towns)
}

/** The points of ZIP codes; those that do not exist are left out. */
export async function listZipPoints(database: Database, zips: string[]) {
  if (!zips.length) return new Map<string, { latitude: number; longitude: number }>()
  const places = await database
    .selectFrom('place')
    .select(['zip', 'latitude', 'longitude'])
    .where('zip', 'in', [...new Set(zips)])
    .execute()
  return new Map(places.map(({ zip, ...point }) => [zip, point]))
}
