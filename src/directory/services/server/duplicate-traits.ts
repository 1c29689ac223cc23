import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { anybody, shownAddresses, shownLocations } from './shown-place.ts'

/** What a listing has that its duplicate would have too, as everybody may read it. */
interface TraitsRow {
  id: string
  name: string | null
  organizationId: string
  /** Null if its source does not name it. */
  organizationName: string | null
  /** The import that it came from; null if it was entered here. */
  sourceName: string | null
  phones: string[]
  addresses: { address1: string | null; address2: string | null; city: string | null; postalCode: string | null }[]
  websites: string[]
  emails: string[]
}

const places = sql`${shownLocations(anybody)} l`
const addresses = sql`${shownAddresses(anybody)} a`
const organizations = sql`${organizationProfiles.as('o')}`
/** The numbers of several parts, each found by its own index; a fax is often that of a whole house. */
const numbers = (...parts: RawBuilder<unknown>[]) =>
  sql`array(select distinct f.number from (${sql.join(
    parts.map((from) => sql`select p.number from ${from} and p.type <> 'fax'`),
    sql` union all `,
  )}) f order by 1 limit 20)`
const addressesAt = (where: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('address1', f.address_1, 'address2', f.address_2, 'city', f.city, 'postalCode', f.postal_code)), '[]') from (
    select a.address_1, a.address_2, a.city, a.postal_code from ${addresses} where a.address_type <> 'virtual' and (${where}) order by a.id limit 20) f)`
const filled = (...texts: string[]) => sql`array_remove(array[${sql.join(texts.map((one) => sql.ref(one)))}], null)`
const ownerName = sql`case when not o.is_stand_in then o.name end`

interface Source {
  /** The listings that the directory shows, by `id`. */
  shown: RawBuilder<unknown>
  id: string
  traits: RawBuilder<unknown>
}

/** Confidential places are left out: nobody may learn by a duplicate where they are. */
const sources: Record<ListingKind, Source> = {
  service: {
    shown: sql`service_search listed`,
    id: 'listed.service_id',
    traits: sql`
      select s.id, s.name, s.organization_id, s.source_name, ${ownerName} as organization_name, ${filled('s.url', 'o.website')} as websites, ${filled('s.email', 'o.email')} as emails,
        ${numbers(
          sql`phone p where p.service_id = s.id`,
          sql`service_at_location at join phone p on p.service_at_location_id = at.id where at.service_id = s.id`,
          sql`service_at_location at join phone p on p.location_id = at.location_id where at.service_id = s.id and p.service_id is null`,
          sql`phone p where p.organization_id = o.id and p.service_id is null and p.location_id is null`,
        )} as phones,
        ${addressesAt(sql`a.location_id in (select location_id from service_at_location where service_id = s.id)`)} as addresses
      from service s join service_search listed on listed.service_id = s.id join ${organizations} on o.id = s.organization_id where s.id`,
  },
  organization: {
    shown: sql`(select o.id from ${organizations} where not o.is_stand_in and o.standing in ('listed', 'verified')) listed`,
    id: 'listed.id',
    traits: sql`
      select o.id, o.name, o.source_name, o.id as organization_id, o.name as organization_name, ${filled('o.website')} as websites, ${filled('o.email')} as emails,
        ${numbers(
          sql`phone p where p.organization_id = o.id and p.service_id is null`,
          sql`${places} join phone p on p.location_id = l.id where l.organization_id = o.id and not l.is_confidential and p.service_id is null`,
        )} as phones,
        ${addressesAt(sql`a.location_id in (select l.id from ${places} where l.organization_id = o.id)`)} as addresses
      from ${organizations} where not o.is_stand_in and o.standing in ('listed', 'verified') and o.id`,
  },
  location: {
    shown: sql`(select l.id from ${places} where l.organization_id is not null and not l.is_confidential and l.location_type = 'physical') listed`,
    id: 'listed.id',
    traits: sql`
      select l.id, l.name, l.organization_id, l.source_name, ${ownerName} as organization_name, ${filled('l.url')} as websites, array[]::text[] as emails,
        ${numbers(sql`phone p where p.location_id = l.id and p.service_id is null`)} as phones, ${addressesAt(sql`a.location_id = l.id`)} as addresses
      from ${places} join ${organizations} on o.id = l.organization_id where not l.is_confidential and l.location_type = 'physical' and l.id`,
  },
}

/** The traits of those of these listings that the directory shows. */
export async function listTraits(database: Database, kind: ListingKind, ids: string[]): Promise<TraitsRow[]> {
  if (!ids.length) return []
  const { rows } = await sql<TraitsRow>`${sources[kind].traits} = any (${ids}::uuid[])`.execute(database)
  return rows
}

/** The next listings of a kind that the directory shows, by id. */
export async function listShownIds(database: Database, kind: ListingKind, after: string | null, limit: number) {
  const { shown, id } = sources[kind]
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(id)} as id from ${shown} where ${after ? sql`${sql.ref(id)} > ${after}::uuid` : sql`true`}
    order by 1 limit ${limit}`.execute(database)
  return rows.map((row) => row.id)
}
