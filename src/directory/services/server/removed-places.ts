import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { RemovedPlace } from '../service-document.ts'
import type { PlaceReader } from './shown-place.ts'

/** The services given at a place, with whose they are; locked in this transaction, before the place is. */
export async function lockServicesAt(database: Database, locationId: string) {
  const { rows } = await sql<{ id: string; organizationId: string }>`
    select id, organization_id from service where id in (select service_id from service_at_location where location_id = ${locationId})
    order by id for update`.execute(database)
  return rows
}

/** Takes a place from its organization: nothing shows it any more. No service may be given there. @returns its new version */
export async function detachPlace(database: Database, id: string) {
  const { version } = await database
    .updateTable('location')
    .set({
      removedFrom: sql`organization_id`,
      removedOn: sql`now()`,
      organizationId: null,
      editedOn: sql`now()`,
      changedOn: sql`now()`,
      version: sql`version + 1`,
    } as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(version)
}

/** Gives a removed place back to its organization. @returns its new version, and the services that lost it with it */
export async function attachPlace(database: Database, id: string) {
  const { rows } = await sql<{ id: string }>`
    select s.id from former_place f join location l on l.id = f.location_id join service s on s.id = f.service_id
    where l.id = ${id} and f.removed_on = l.removed_on and s.organization_id = l.removed_from order by s.id`.execute(
    database,
  )
  const { version } = await database
    .updateTable('location')
    .set({
      organizationId: sql`removed_from`,
      removedFrom: null,
      removedOn: null,
      changedOn: sql`now()`,
      version: sql`version + 1`,
    } as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { version: Number(version), serviceIds: rows.map((row) => row.id) }
}

/** A removed place. With `lock`, nobody else changes it in this transaction. */
export const findRemovedPlace = (database: Database, id: string, { lock = false } = {}) =>
  database
    .selectFrom('location')
    .select(['removedFrom', 'isConfidential', 'version'])
    .where('id', '=', id)
    .where('removedFrom', 'is not', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** The places that an organization removed, the last ones first; of a confidential one, others learn nothing. */
export async function listRemovedPlaces(database: Database, organizationId: string, reader: PlaceReader) {
  const isOwn = reader.organizationIds.includes(organizationId)
  const { rows } = await sql<RemovedPlace>`
    select l.id, l.version, l.is_confidential, l.removed_on, case when k.is_known then l.name end as name,
      case when k.is_known then (
        select concat_ws(', ', address_1, city, nullif(concat_ws(' ', state_province, postal_code), '')) from address
        where location_id = l.id order by address_type, id limit 1) end as address
    from location l cross join lateral (select not l.is_confidential or ${isOwn} as is_known) k
    where l.removed_from = ${organizationId} order by l.removed_on desc, l.id limit 100`.execute(database)
  return rows
}

/** The time zone of a place, by its ZIP code or else its point; null if neither is known. */
export async function findPlaceZone(database: Database, id: string) {
  const { rows } = await sql<{ zone: string | null }>`select location_zone(${id}) as zone`.execute(database)
  return rows[0]?.zone ?? null
}

/** Those of these places that are there: neither removed nor deleted. */
export async function listPresentPlaces(database: Database, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from location where id = any (${ids}::uuid[]) and removed_from is null`.execute(database)
  return rows.map((row) => row.id)
}
