import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { keysAround } from '#directory/places/area.ts'
import { startTestApp } from '#test/app.ts'
import { ServiceQuery } from '../service-search.ts'
import { findServices } from './find-services.ts'
import { importDirectory } from './import/import-directory.ts'

const fixtures = process.env.HEARTHLINE_FIXTURES
const real = (name: string) => join(fixtures ?? '', 'data', name)

const { database, config } = await startTestApp()

/** All services of a search near a ZIP code, page after page. */
async function findAround(near: string) {
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const query = ServiceQuery.parse({ near, limit: 200, ...(cursor ? { cursor } : {}) })
    const page = await findServices(database, query, config.timeZone)
    for (const { serviceId } of page.found) ids.add(serviceId)
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

interface Listed {
  id: string
  keys: string[]
  latitude: number | null
  longitude: number | null
}

/** A ZIP code of each listed service's area; without an area, the nearest to one of its places. */
async function listHomes(source: string) {
  const { rows } = await sql<Listed>`
    select s.id, r.area_keys as keys, l.latitude, l.longitude
    from service s join service_search x on x.service_id = s.id join service_reach r on r.service_id = s.id
    left join lateral (
      select coalesce(latitude, zip_latitude) as latitude, coalesce(longitude, zip_longitude) as longitude from location
      where coalesce(latitude, zip_latitude) is not null and location_type <> 'virtual'
        and (id in (select location_id from service_at_location where service_id = s.id) or organization_id = s.organization_id)
      order by id limit 1) l on true
    where s.source_name = ${source}`.execute(database)
  const places = await database.selectFrom('place').selectAll().execute()
  const zipOf = new Map(
    places.toReversed().flatMap((place) => keysAround(place).map((key) => [key, place.zip] as const)),
  )
  return rows.map(({ id, keys, latitude, longitude }) => {
    const far = (p: { latitude: number; longitude: number }) =>
      Math.hypot(p.latitude - (latitude ?? 0), p.longitude - (longitude ?? 0))
    const nearest = latitude === null ? undefined : places.reduce((a, b) => (far(b) < far(a) ? b : a))
    return { id, zip: zipOf.get(keys[0] ?? '') ?? nearest?.zip }
  })
}

it.skipIf(!fixtures || !existsSync(real('illinois-legal-aid'))).each([
  ['illinois-legal-aid', 429],
  ['florida-legal-aid', 135],
  ['ohana-san-mateo', 21],
])('DIR-01 every service of %s is reached from a ZIP of its area', async (source, count) => {
  await importDirectory(database, { folder: real(source), sourceName: source })
  const homes = await listHomes(source)
  const byZip = Map.groupBy(homes, ({ zip }) => zip)
  const missed: string[] = []
  for (const [zip, services] of byZip) {
    const found = zip ? await findAround(zip) : new Set<string>()
    missed.push(...services.map(({ id }) => id).filter((id) => !found.has(id)))
  }
  expect(missed).toEqual([])
  expect(homes).toHaveLength(count)
})
