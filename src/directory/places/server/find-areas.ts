import { sql } from 'kysely'
import { withoutAccents } from '#platform/schema/without-accents.ts'
import type { Database } from '#platform/server/database.ts'
import {
  type AreaKind,
  countyKey,
  kindOfKey,
  NATION,
  NATION_NAME,
  type NamedArea,
  plainName,
  stateKey,
  townKey,
  writtenOut,
  zipKey,
} from '../area.ts'
import { findState, stateOfFips, states } from '../states.ts'

const MOST = 20

/** `Erie, NY` → what is searched, and the state if one is named. */
function readText(text: string) {
  const [, name = text, last = ''] = /^(.+),\s*([^,]+)$/.exec(text.trim()) ?? []
  const state = last ? (findState(last) ?? findState(last.toUpperCase())) : null
  return { name: (state ? name : text).trim(), state }
}

const likePrefix = (text: string) => `${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
/** As typed, written out as towns are, and with `St.` as counties are. */
const spellingsOf = (name: string) => [
  withoutAccents(name),
  writtenOut(name),
  writtenOut(name).replace(/\bsaint(e?)\b/g, 'st$1.'),
]
const begins = (column: string, name: string) =>
  sql<boolean>`unaccent(${sql.ref(column)}) ilike any (${spellingsOf(name).map(likePrefix)}::text[])`

/** Areas whose name begins with these words, or ZIP codes with these digits; at most twenty. */
export async function searchAreas(database: Database, text: string): Promise<NamedArea[]> {
  if (/^\d{2,5}$/.test(text.trim())) return searchZips(database, text.trim())
  const { name, state } = readText(text)
  if (name.length < 2) return []
  const wide = states
    .filter((one) => plainName(one.name).startsWith(plainName(name)) || one.code === name.toUpperCase())
    .map((one): NamedArea => ({ key: stateKey(one.fips), kind: 'state', name: one.name }))
  const [counties, towns] = await Promise.all([
    database
      .selectFrom('county')
      .select(['fips', 'name', 'state'])
      .where(begins('name', name))
      .$if(state !== null, (query) => query.where(sql<boolean>`left(fips, 2) = ${state?.fips}`))
      .orderBy('name')
      .orderBy('fips')
      .limit(MOST)
      .execute(),
    database
      .selectFrom('place')
      .select(['town', 'state', sql<string>`min(left(county_fips, 2))`.as('fips')])
      .where(begins('town', name))
      .where('countyFips', 'is not', null)
      .$if(state !== null, (query) => query.where('state', '=', state?.code ?? ''))
      .groupBy(['town', 'state'])
      .orderBy(sql`length(town)`)
      .orderBy('town')
      .orderBy('state')
      .limit(MOST)
      .execute(),
  ])
  const found: NamedArea[] = [
    ...(state ? [] : wide),
    ...counties.map(
      (one): NamedArea => ({ key: countyKey(one.fips), kind: 'county', name: `${one.name}, ${one.state}` }),
    ),
    ...towns.map(
      (one): NamedArea => ({
        ...{ key: townKey(one.fips, one.town), kind: 'town', name: `${one.town}, ${one.state}` },
      }),
    ),
  ]
  const isExact = (area: NamedArea) => plainName(area.name.replace(/,.*/, '')) === plainName(name)
  const once = [...new Map(found.map((area) => [area.key, area])).values()]
  return once.sort((a, b) => Number(isExact(b)) - Number(isExact(a))).slice(0, MOST)
}

async function searchZips(database: Database, digits: string): Promise<NamedArea[]> {
  const rows = await database
    .selectFrom('place')
    .select(['zip', 'town', 'state'])
    .where('zip', 'like', `${digits}%`)
    .orderBy('zip')
    .limit(MOST)
    .execute()
  return rows.map(({ zip, town, state }) => ({ key: zipKey(zip), kind: 'zip', name: `${zip} (${town}, ${state})` }))
}

/** The names of those of these areas that exist, by their keys, as they are published. */
export async function nameKnownAreas(database: Database, keys: string[]): Promise<Map<string, string>> {
  const of = (kind: AreaKind) => keys.filter((key) => kindOfKey(key) === kind)
  const [zips, counties, towns] = await Promise.all([
    database
      .selectFrom('place')
      .select('zip')
      .where('zip', '=', sql<string>`any(${of('zip').map((key) => key.slice(1))}::text[])`)
      .execute(),
    database
      .selectFrom('county')
      .select(['fips', 'name', 'state'])
      .where('fips', '=', sql<string>`any(${of('county').map((key) => key.slice(1))}::text[])`)
      .execute(),
    database
      .selectFrom('place')
      .select(['town', 'state', 'countyFips'])
      .distinct()
      .where(
        'state',
        '=',
        sql<string>`any(${of('town').map((key) => stateOfFips(key.slice(1, 3))?.code ?? '')}::text[])`,
      )
      .where('countyFips', 'is not', null)
      .execute(),
  ])
  const known = new Map<string, string>([
    [NATION, NATION_NAME],
    ...states.map((one) => [stateKey(one.fips), one.name] as const),
    ...zips.map(({ zip }) => [zipKey(zip), zip] as const),
    ...counties.map(({ fips, name, state }) => [countyKey(fips), `${name}, ${state}`] as const),
    ...towns.map(
      ({ town, state, countyFips }) => [townKey(countyFips?.slice(0, 2) ?? '', town), `${town}, ${state}`] as const,
    ),
  ])
  return new Map(keys.flatMap((key) => (known.has(key) ? [[key, known.get(key) ?? '']] : [])))
}
