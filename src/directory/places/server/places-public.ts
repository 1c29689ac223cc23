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

/** Each ZIP code with its town, county and point, as a table that a statement joins. */
export const zipPlaces = sql<{ zip: string; countyFips: string | null }>`(select zip, county_fips from place)`

/** The counties of a state by their FIPS codes. @param state its FIPS digits */
export async function listCounties(database: Database, state: string) {
  const counties = await database
    .selectFrom('county')
    .select(['fips', 'name'])
    .where(sql`left(fips, 2)`, '=', state)
    .orderBy('name')
    .execute()
  return new Map(counties.map(({ fips, name }) => [fips, name]))
}

/** The first three digits of the ZIP codes of a state. @param state its FIPS digits */
export async function listZipAreas(database: Database, state: string) {
  const { rows } = await sql<{ area: string }>`
    select distinct left(zip, 3) as area from place where left(county_fips, 2) = ${state}`.execute(database)
  return rows.map(({ area }) => area)
}

/** The points of ZIP codes; those that do not exist are left out. */
export async function listZipPoints(database: Database, zips: string[]) {
  if (!zips.length) return new Map<string, { town: string; latitude: number; longitude: number }>()
  const places = await database
    .selectFrom('place')
    .select(['zip', 'town', 'latitude', 'longitude'])
    .where('zip', 'in', [...new Set(zips)])
    .execute()
  return new Map(places.map(({ zip, ...point }) => [zip, point]))
}
