import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { type AreaName, keysAround, kindOfKey, plainName } from '../area.ts'
import { stateOfFips } from '../states.ts'

/** Where a search starts. */
export interface Here {
  latitude: number
  longitude: number
  /** The areas that contain it, from narrow to wide. */
  keys: string[]
}

/** The five digits of a ZIP code or ZIP+4; null for another text. */
export const zipOf = (postalCode: string) => /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(postalCode)?.[1] ?? null

/** The place of a ZIP code; null for one that does not exist. For ZIP+4, the first five digits count. */
export async function findZip(database: Database, postalCode: string): Promise<Here | null> {
  const zip = zipOf(postalCode)
  const place = zip
    ? await database.selectFrom('place').selectAll().where('zip', '=', zip).executeTakeFirst()
    : undefined
  return place ? { latitude: place.latitude, longitude: place.longitude, keys: keysAround(place) } : null
}

/** The names of areas by their keys. */
export async function nameAreas(database: Database, keys: string[]): Promise<Map<string, AreaName>> {
  const wanted = [...new Set(keys)]
  const counties = wanted.filter((key) => kindOfKey(key) === 'county').map((key) => key.slice(1))
  const towns = wanted.filter((key) => kindOfKey(key) === 'town')
  const [named, spelled] = await Promise.all([
    counties.length
      ? database.selectFrom('county').select(['fips', 'name']).where('fips', 'in', counties).execute()
      : [],
    towns.length ? listTowns(database, [...new Set(towns.map((key) => key.slice(1, 3)))]) : new Map<string, string>(),
  ])
  const countyNames = new Map(named.map(({ fips, name }) => [fips, name]))
  return new Map(
    wanted.map((key) => {
      const kind = kindOfKey(key)
      const names = {
        zip: () => key.slice(1),
        town: () => spelled.get(key) ?? key.slice(4),
        county: () => countyNames.get(key.slice(1)) ?? '',
        state: () => stateOfFips(key.slice(1))?.name ?? '',
        nation: () => '',
      }
      return [key, { kind, name: names[kind]() }]
    }),
  )
}

/** By state. They change only with the version of the product, and a search would read thousands of rows for them. */
const townsOf = new WeakMap<Database, Map<string, Promise<[key: string, town: string][]>>>()

async function readTowns(database: Database, fips: string) {
  const { rows } = await sql<{ town: string }>`
    select distinct town from place where state = ${stateOfFips(fips)?.code ?? ''} and left(county_fips, 2) = ${fips}`.execute(
    database,
  )
  return rows.map(({ town }): [string, string] => [`t${fips}:${plainName(town)}`, town])
}

/** The towns of these states, as they are written, by their keys. */
async function listTowns(database: Database, stateFips: string[]) {
  // What a transaction reads is not kept longer than it.
  const known = townsOf.get(database) ?? new Map<string, Promise<[string, string][]>>()
  townsOf.set(database, known)
  const states = await Promise.all(
    stateFips.map((fips) => {
      const towns =
        known.get(fips) ??
        readTowns(database, fips).catch((error) => {
          known.delete(fips)
          throw error
        })
      known.set(fips, towns)
      return towns
    }),
  )
  return new Map(states.flat())
}
