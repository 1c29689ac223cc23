import { z } from 'zod'
import { withoutAccents } from '#platform/schema/without-accents.ts'

/** What kind of area it is, from narrow to wide. */
export const areaKinds = ['zip', 'town', 'county', 'state', 'nation'] as const
export type AreaKind = (typeof areaKinds)[number]

/** An area as it is shown. The nation has no name of its own: each language has one. */
export const AreaName = z.object({ kind: z.enum(areaKinds), name: z.string() })
export type AreaName = z.infer<typeof AreaName>

/** An area to choose, named so that no other has the same name: `Erie County, NY`. */
export const NamedArea = AreaName.extend({ key: z.string() })
export type NamedArea = z.infer<typeof NamedArea>

/*
 * An area is stored as a key: `z60602` a ZIP code, `t17:chicago` a town of a state, `c17031` a county, `s17` a state,
 * `us` the nation. The digits of counties and states are those of the Census Bureau (FIPS).
 */
const kindOfLetter: Record<string, AreaKind> = { z: 'zip', t: 'town', c: 'county', s: 'state', u: 'nation' }
export const kindOfKey = (key: string): AreaKind => kindOfLetter[key[0] ?? ''] ?? 'nation'

export const NATION = 'us'
/** Its name in published data. */
export const NATION_NAME = 'United States'
export const zipKey = (zip: string) => `z${zip}`
export const townKey = (stateFips: string, town: string) => `t${stateFips}:${plainName(town)}`
export const countyKey = (fips: string) => `c${fips}`
export const stateKey = (stateFips: string) => `s${stateFips}`

/** `St. Johns` → `saint johns`, `Ft Worth` → `fort worth`. */
export const writtenOut = (name: string) =>
  withoutAccents(name)
    .replace(/\bst(e?)\b\.?/g, 'saint$1')
    .replace(/\bmt\b\.?/g, 'mount')
    .replace(/\bft\b\.?/g, 'fort')
/** A name without what people spell differently: `St. Johns` and `Saint Johns`, `De Soto` and `DeSoto`. */
export const plainName = (name: string) => writtenOut(name).replace(/[^a-z0-9]/g, '')

/** The keys of all areas that contain a place, from narrow to wide. */
export function keysAround(place: { zip: string; town: string; countyFips: string | null }): string[] {
  if (!place.countyFips) return [zipKey(place.zip), NATION]
  const state = place.countyFips.slice(0, 2)
  return [zipKey(place.zip), townKey(state, place.town), countyKey(place.countyFips), stateKey(state), NATION]
}
