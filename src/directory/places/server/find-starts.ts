import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { plainName } from '../area.ts'
import type { SearchStart } from '../search-start.ts'
import { stateOfFips } from '../states.ts'
import { findTowns, middleOf, readTown } from './find-towns.ts'
import { geocode } from './geocode.ts'

/** The maximum number of counties with the same name: Washington County. */
const MOST = 40
/** A position further than this from every ZIP code is not in the United States. */
const FARTHEST_MILES = 100

async function findCounties(database: Database, text: string): Promise<SearchStart[]> {
  const counties = await database.selectFrom('county').select(['fips', 'name']).orderBy('fips').execute()
  for (const { name, state } of readTown(text)) {
    const plain = plainName(name)
    const named = counties
      .filter((county) => plainName(county.name) === plain && (!state || county.fips.startsWith(state.fips)))
      .slice(0, MOST)
    if (named.length === 0) continue
    const zips = await database
      .selectFrom('place')
      .select(['countyFips', 'zip', 'latitude', 'longitude'])
      .where(
        'countyFips',
        'in',
        named.map(({ fips }) => fips),
      )
      .orderBy('zip')
      .execute()
    return named.flatMap(({ fips, name: county }) => {
      const middle = middleOf(zips.filter(({ countyFips }) => countyFips === fips))
      return middle ? [{ name: `${county}, ${stateOfFips(fips.slice(0, 2))?.code}`, zip: middle.zip }] : []
    })
  }
  return []
}

/** A house number and a street. Other text is not sent to a geocoder: it may be anything, also somebody's name. */
const isAddress = (text: string) => /\d/.test(text) && /\p{L}{2}/u.test(text)

async function findAddress(database: Database, geocoderUrl: string, text: string): Promise<SearchStart[]> {
  const starts: SearchStart[] = []
  for (const { name, ...position } of await geocode(geocoderUrl, text)) {
    const [nearest] = await findNearestStart(database, position)
    // Of two addresses with one ZIP code, none needs to be chosen.
    if (nearest && !starts.some(({ zip }) => zip === nearest.zip)) starts.push({ name, zip: nearest.zip })
  }
  return starts
}

/**
 * The towns and counties of this name, each with the ZIP code in its middle; only those of a state that is named. If
 * there is none, the ZIP codes of an address.
 * @param geocoderUrl null: addresses are not looked up
 * @throws problem busy, if the geocoder does not answer
 */
export async function findStarts(database: Database, text: string, geocoderUrl: string | null): Promise<SearchStart[]> {
  const [towns, counties] = await Promise.all([findTowns(database, text), findCounties(database, text)])
  const named = [...towns.map(({ town, state, zip }) => ({ name: `${town}, ${state}`, zip })), ...counties]
  return named.length === 0 && geocoderUrl && isAddress(text) ? findAddress(database, geocoderUrl, text) : named
}

/** The ZIP code next to a position; none outside the United States. */
export async function findNearestStart(
  database: Database,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<SearchStart[]> {
  // Miles along a meridian, and along the circle of latitude.
  const miles = sql<number>`69 * sqrt((latitude - ${latitude}) ^ 2 + ((longitude - ${longitude}) * cos(radians(${latitude}))) ^ 2)`
  const found = await database
    .selectFrom('place')
    .select(['town', 'state', 'zip'])
    .where('countyFips', 'is not', null)
    .where(miles, '<=', FARTHEST_MILES)
    .orderBy(miles)
    .orderBy('zip')
    .limit(1)
    .execute()
  return found.map(({ town, state, zip }) => ({ name: `${town}, ${state}`, zip }))
}
