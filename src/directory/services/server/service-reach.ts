import { nameAreas } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { PhoneLine, Reach } from '../service-search.ts'

const AREAS_SHOWN = 3

export interface ReachRow {
  areaKeys: string[]
  areaBasis: Reach['basis'] | 'none'
  /** Whether it has no location that somebody could go to. */
  isPlaceless: boolean
  isOnline: boolean
  phones: PhoneLine[]
}

/** The areas that are shown: those around the place of the search first. */
const shown = (keys: string[], here: string[] | null) =>
  [...(here ?? []).filter((key) => keys.includes(key)), ...keys.filter((key) => !here?.includes(key))].slice(
    0,
    AREAS_SHOWN,
  )

/** Adds to each service whom it helps by where they live. */
export async function withReach<Row extends ReachRow>(database: Database, rows: Row[], here: string[] | null) {
  const names = await nameAreas(
    database,
    rows.flatMap(({ areaKeys }) => shown(areaKeys, here)),
  )
  return rows.map(({ areaKeys, areaBasis, isPlaceless, isOnline, ...service }) => {
    const way: Reach['way'] = !isPlaceless ? 'place' : service.phones.length ? 'phone' : isOnline ? 'online' : 'place'
    const reach: Reach | null =
      areaBasis === 'none'
        ? null
        : {
            basis: areaBasis,
            way,
            isHere: here && areaKeys.some((key) => here.includes(key)),
            areas: shown(areaKeys, here).flatMap((key) => names.get(key) ?? []),
            areaCount: areaKeys.length,
          }
    return { ...service, reach }
  })
}
