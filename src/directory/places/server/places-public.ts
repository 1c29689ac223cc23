import { sql } from 'kysely'
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

/** The towns of a part of the map, largest first by their ZIP codes. */
export async function listTownsIn(
  database: Database,
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
  most: number,
) {
  const { rows } = await sql<{ name: string; latitude: number; longitude: number }>`
    select town as name, avg(latitude) as latitude, avg(longitude) as longitude from place
    where county_fips is not null and latitude between ${south} and ${north} and longitude between ${west} and ${east}
    group by town, state order by count(*) desc, town, state limit ${most}`.execute(database)
  return rows
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
