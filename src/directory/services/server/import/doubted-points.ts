import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { type Draft, importedId, type Remark, sourceKeyOf } from './draft.ts'

/** Farther than this from the point of its ZIP code, a point is more likely wrong than right. */
const FAR_MILES = 50
const METERS = FAR_MILES * 1609.344

const reason = (miles: number) =>
  `latitude, longitude: ${Math.round(miles)} miles from its ZIP code; the point of the ZIP code is used`

interface Given {
  sourceName: string
  warn: (remark: Remark) => void
}

/** A point that was doubted before, and still is the same, is not taken again. */
export async function leaveOutDoubted(database: Database, drafts: Draft[], { sourceName, warn }: Given) {
  const located = drafts.filter((d) => d.entity === 'location' && !d.isRefused && d.values.latitude !== undefined)
  if (!located.length) return
  const idOf = (draft: Draft) => importedId(sourceName, 'location', sourceKeyOf(draft))
  const { rows } = await sql<{ id: string; latitude: number; longitude: number; miles: number }>`
    select id, doubted_latitude as latitude, doubted_longitude as longitude,
      (place_point(doubted_latitude, doubted_longitude) <-> place_point(zip_latitude, zip_longitude)) / 1609.344 as miles
    from location where id = any (${located.map(idOf)}::uuid[]) and doubted_latitude is not null and zip_latitude is not null`.execute(
    database,
  )
  const doubted = new Map(rows.map((row) => [row.id, row]))
  for (const draft of located) {
    const before = doubted.get(idOf(draft))
    if (draft.values.latitude !== before?.latitude || draft.values.longitude !== before?.longitude || !before) continue
    if (before.miles <= FAR_MILES) continue
    delete draft.values.latitude
    delete draft.values.longitude
    warn({ ...draft.place, reason: reason(before.miles) })
  }
}

/** Points far from their ZIP code are kept aside; the location is at its ZIP code then. */
export async function doubtFarPoints(database: Database, drafts: Draft[], { sourceName, warn }: Given) {
  const places = new Map<string, Draft>()
  for (const draft of drafts) {
    if (draft.isRefused) continue
    const link = draft.entity === 'location' ? draft : draft.entity === 'address' ? draft.references.location_id : null
    if (!link) continue
    const id = importedId(sourceName, 'location', typeof link === 'string' ? link : sourceKeyOf(link))
    if (!places.has(id)) places.set(id, draft)
  }
  if (!places.size) return
  const { rows } = await sql<{ id: string; miles: number }>`
    update location l set doubted_latitude = latitude, doubted_longitude = longitude, latitude = null, longitude = null
    where id = any (${[...places.keys()]}::uuid[]) and latitude is not null and zip_latitude is not null and edited_on is null
      and place_point(latitude, longitude) <-> place_point(zip_latitude, zip_longitude) > ${METERS}::float8
    returning id, (place_point(doubted_latitude, doubted_longitude) <-> place_point(zip_latitude, zip_longitude)) / 1609.344 as miles`.execute(
    database,
  )
  for (const { id, miles } of rows) {
    const draft = places.get(id)
    if (draft) warn({ ...draft.place, reason: reason(miles) })
  }
}
