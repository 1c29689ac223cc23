import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { plainName } from '../area.ts'
import { findState, type State } from '../states.ts'

/** A town, with the ZIP code in its middle. */
export interface Town {
  town: string
  /** the postal code of its state */
  state: string
  zip: string
  latitude: number
  longitude: number
}

/** `Erie, NY`, `Erie ny` or `Erie New York` → each way to read it as a town, with the state if one is named. */
export function readTown(text: string): { name: string; state: State | null }[] {
  const words = text.replaceAll(',', ' ').split(/\s+/).filter(Boolean)
  const withState = [1, 2].flatMap((count) => {
    const last = words.slice(-count).join(' ')
    const state = words.length > count ? (findState(last) ?? findState(last.toUpperCase())) : null
    return state ? [{ name: words.slice(0, -count).join(' '), state }] : []
  })
  return [...withState, { name: words.join(' '), state: null }]
}

interface Point {
  latitude: number
  longitude: number
}

/** The one that is next to the middle of all. */
export const middleOf = <Zip extends Point>(zips: readonly Zip[]) => {
  const mean = (of: keyof Point) => zips.reduce((sum, zip) => sum + zip[of], 0) / zips.length
  const [latitude, longitude] = [mean('latitude'), mean('longitude')]
  const away = (zip: Point) => (zip.latitude - latitude) ** 2 + (zip.longitude - longitude) ** 2
  return zips.toSorted((one, other) => away(one) - away(other))[0]
}

async function findNamed(database: Database, { name, state }: { name: string; state: State | null }) {
  const plain = plainName(name)
  const last = name.split(' ').at(-1) ?? ''
  if (plain.length < 2) return []
  const zips: Town[] = await database
    .selectFrom('place')
    .select(['town', 'state', 'zip', 'latitude', 'longitude'])
    .where(sql<boolean>`unaccent(town) ilike unaccent(${`%${last.replace(/[\\%_]/g, (sign) => `\\${sign}`)}`})`)
    .where('countyFips', 'is not', null)
    .$if(state !== null, (query) => query.where('state', '=', state?.code ?? ''))
    .orderBy('zip')
    .execute()
  const named = Map.groupBy(
    zips.filter(({ town }) => plainName(town) === plain),
    (zip) => zip.state,
  )
  return [...named.values()].flatMap((each) => middleOf(each) ?? [])
}

/** The towns of this name, one for each state that has one; only that of the state, if the text names it. */
export async function findTowns(database: Database, text: string): Promise<Town[]> {
  for (const read of readTown(text)) {
    const found = await findNamed(database, read)
    if (found.length) return found
  }
  return []
}
