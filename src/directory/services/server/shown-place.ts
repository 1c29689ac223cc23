import { type RawBuilder, sql } from 'kysely'
import { nameAreas } from '#directory/places/server/places-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, paddedKeys, prepared } from '#platform/server/database.ts'
import { mayRefer } from '../directory-policy.ts'

/**
 * Whose confidential places a reader may know: those of these organizations, and those where these services are given.
 */
export interface PlaceReader {
  organizationIds: string[]
  serviceIds: string[]
}

/** Knows no confidential place: what everybody may read. */
export const anybody: PlaceReader = { organizationIds: [], serviceIds: [] }

type Reading = Pick<Actor, 'roles' | 'organizationId' | 'impersonatorId'>

/** The staff of an organization knows its own places; whoever impersonates one of them does not. */
export const staffOf = (actor: Reading): PlaceReader =>
  actor.organizationId && mayRefer(actor) && !actor.impersonatorId
    ? { organizationIds: [actor.organizationId], serviceIds: [] }
    : anybody

/** Which of these services and organizations let an organization know where they are: they accepted a referral of it. */
export type ListAccepted = (database: Database, organizationId: string, of: PlaceReader) => Promise<PlaceReader>

/** An ID that no row has. Unlike null, comparing with it gives false, and PostgreSQL counts it as an element. */
const NO_ROW = '00000000-0000-0000-0000-000000000000'
const listOf = (ids: string[]) => sql`${paddedKeys(ids, NO_ROW)}::uuid[]`

/** Who may let a reader know the confidential places that are shown with these services; undefined if there is none. */
async function findHosts(database: Database, serviceIds: string[]): Promise<PlaceReader | undefined> {
  const { rows } = await sql<PlaceReader>`
    select coalesce(array_agg(distinct given.id) filter (where given.id is not null), '{}') as service_ids,
      coalesce(array_agg(distinct host) filter (where host is not null), '{}') as organization_ids
    from service s
    join lateral (
      select location_id as id from service_at_location where service_id = s.id
      union all
      select id from location where organization_id = s.organization_id
        and not exists (select from service_at_location where service_id = s.id)) place on true
    join location l on l.id = place.id and l.is_confidential
    left join service_at_location here on here.location_id = l.id
    left join service given on given.id = here.service_id
    cross join unnest(array[l.organization_id, given.organization_id]) as host
    where s.id = any (${listOf(serviceIds)})
    having count(*) > 0 ${prepared}`.execute(database)
  return rows[0]
}

/**
 * Its own places, and those of whoever accepted a referral of its organization. Referrals are read only if a confidential
 * place is shown: an organization may have sent many. See docs/decisions/0291-confidential-places.md.
 * @param serviceIds the services that are shown
 */
export async function placeReaderOf(
  database: Database,
  actor: Reading,
  serviceIds: string[],
  listAccepted: ListAccepted,
): Promise<PlaceReader> {
  const own = staffOf(actor)
  const hosts = actor.organizationId && own !== anybody ? await findHosts(database, serviceIds) : undefined
  if (!actor.organizationId || !hosts) return own
  const accepted = await listAccepted(database, actor.organizationId, hosts)
  return {
    organizationIds: [...own.organizationIds, ...accepted.organizationIds],
    serviceIds: accepted.serviceIds,
  }
}

/** Whether a reader may know where a location is. Requires `l` (location). */
const mayKnow = ({ organizationIds, serviceIds }: PlaceReader): RawBuilder<boolean> =>
  organizationIds.length || serviceIds.length
    ? sql`(not l.is_confidential or l.organization_id = any (${listOf(organizationIds)}) or exists (
        select from service_at_location here join service given on given.id = here.service_id
        where here.location_id = l.id and (given.id = any (${listOf(serviceIds)}) or given.organization_id = any (${listOf(organizationIds)}))))`
    : sql`(not l.is_confidential)`

/** What would tell where a confidential place is; `external_identifier` may be looked up elsewhere. */
const telling = [
  'name',
  'alternate_name',
  'description',
  'transportation',
  'url',
  'latitude',
  'longitude',
  'zip_latitude',
  'zip_longitude',
  'external_identifier',
  'external_identifier_type',
]

/**
 * The table `location` as this reader may see it; nothing else may read its columns for a reader. `area_key` is the area
 * of a place that the reader may not know; `shown_latitude` and `shown_longitude` are for searching only.
 */
export const shownLocations = (reader: PlaceReader) => sql`(
  select l.id, l.organization_id, l.location_type, l.source_name, l.version, l.is_confidential, k.is_known, case when not k.is_known then l.area_key end as area_key,
    l.shown_latitude, l.shown_longitude,
    ${sql.join(telling.map((column) => sql`case when k.is_known then ${sql.ref(`l.${column}`)} end as ${sql.ref(column)}`))}
  from location l cross join lateral (select ${mayKnow(reader)} as is_known ${reader === anybody ? sql`` : sql`offset 0`}) k)`

/** The table `address` as this reader may see it. */
export const shownAddresses = (reader: PlaceReader) => sql`(
  select a.* from address a join location l on l.id = a.location_id where ${mayKnow(reader)})`

/** Which of these places are confidential, or were merged into one that is, and are unknown to this reader. */
export async function listUnknownPlaces(database: Database, ids: string[], reader: PlaceReader): Promise<string[]> {
  if (!ids.length) return []
  // A removed place belongs to nobody.
  const { rows } = await sql<{ id: string }>`
    select distinct named.id from location named join location l on l.id in (named.id, named.merged_into)
    where named.id = any (${ids}::uuid[]) and ${mayKnow(reader)} is not true`.execute(database)
  return rows.map(({ id }) => id)
}

/** Adds the name of the area of each place that its reader may not know. */
export async function withAreas<Place extends { areaKey: string | null }>(database: Database, places: Place[]) {
  const names = await nameAreas(
    database,
    places.flatMap(({ areaKey }) => areaKey ?? []),
  )
  return places.map(({ areaKey, ...place }) => ({ ...place, area: names.get(areaKey ?? '') ?? null }))
}
