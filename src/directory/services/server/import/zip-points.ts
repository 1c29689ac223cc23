import { sql } from 'kysely'
import { listZipPoints, zipOf } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type Draft, importedId, sourceKeyOf } from './draft.ts'

/**
 * Sets locations without coordinates to the point of their ZIP code. The ZIP of a street takes precedence over that of
 * a P.O. box.
 */
export async function placeByZip(database: Database, drafts: Draft[], sourceName: string) {
  const addresses = drafts.flatMap((draft) => {
    const link = draft.entity === 'address' && !draft.isRefused ? draft.references.location_id : undefined
    const zip = zipOf(String(draft.values.postal_code ?? ''))
    return link && zip ? [{ draft, link, zip }] : []
  })
  const points = await listZipPoints(
    database,
    addresses.map(({ zip }) => zip),
  )
  const found = addresses.flatMap(({ draft, link, zip }) => {
    const point = points.get(zip)
    if (!point) return []
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
    where l.id = p.id and l.edited_on is null and (l.zip_latitude, l.zip_longitude) is distinct from (p.latitude, p.longitude)
      and (p."isStreet" or not exists (select from address a where a.location_id = l.id and a.address_type = 'physical' and a.postal_code is not null))`.execute(
    database,
  )
}
