import { type RawBuilder, sql } from 'kysely'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import { type Database, paddedKeys, prepared } from '#platform/server/database.ts'
import type { Place, ServiceItem } from '../service-search.ts'
import { answersHere } from './answers-here.ts'
import { thisInstant } from './directory-clock.ts'
import type { Point } from './find-around.ts'
import { METERS_PER_MILE } from './find-services.ts'
import { type ReachRow, withReach } from './service-reach.ts'
import { shownIntake } from './shown-intake.ts'
import { type PlaceReader, shownAddresses, shownLocations, withAreas } from './shown-place.ts'
import { categoriesOf } from './taxonomy-term-queries.ts'

const PHONES_SHOWN = 3
const EXCERPT = 320

/**
 * Numbers to call: the service's own, then its location's, then its organization's; no faxes. Requires `s` (service)
 * and `p.id` (place).
 */
const phonesToCall = sql`
  select coalesce(jsonb_agg(jsonb_build_object('number', number, 'extension', extension, 'type', type, 'description', description) order by rank, id), '[]') as phones
  from (
    select * from (
      select 1 as rank, id, number, extension, type, description from phone where service_id = s.id
      union all
      select 2, id, number, extension, type, description from phone where location_id = p.id and service_id is null
      union all
      select 3, id, number, extension, type, description from phone where organization_id = s.organization_id and service_id is null and location_id is null
    ) every_phone
    where type <> 'fax'
    order by rank, id limit ${PHONES_SHOWN}) nearest_phones`

const excerpt = (column: string) =>
  sql`case when length(${sql.ref(column)}) > ${EXCERPT} then left(${sql.ref(column)}, ${EXCERPT}) || '…' else ${sql.ref(column)} end`

/** Until when it is open of what began on the day before. Requires `s`, `p`, `zone` and `open`, which tells that it is needed. */
const openUntil = (instant: RawBuilder<unknown>) => sql`
  case when open.is_open and not exists (
      select from jsonb_array_elements(open.hours_today) h cross join lateral (select to_char(${instant} at time zone zone.name, 'HH24:MI') as clock) there
      where h ->> 'opensAt' <= clock and (clock < h ->> 'closesAt' or h ->> 'closesAt' <= h ->> 'opensAt'))
    then open_past_midnight(s.id, case when p.is_own then p.id end, ${instant}, zone.name) end as open_until`

type PlaceRow = Omit<Place, 'area'> & { areaKey: string | null }
type ItemRow = Omit<ServiceItem, 'reach' | 'place'> & ReachRow & { place: PlaceRow | null }

async function withPlaces(database: Database, rows: ItemRow[]) {
  const places = await withAreas(
    database,
    rows.flatMap(({ place }) => place ?? []),
  )
  const byId = new Map(places.map((place) => [place.id, place]))
  return rows.map((row) => ({ ...row, place: (row.place && byId.get(row.place.id)) ?? null }))
}

/** The search results for these services, in this order. */
export async function listServiceItems(
  database: Database,
  ids: string[],
  point: Point | null,
  timeZone: string,
  reader: PlaceReader,
): Promise<ServiceItem[]> {
  if (!ids.length) return []
  const here = point ? sql`place_point(${point.latitude}::float8, ${point.longitude}::float8)` : sql`null::cube`
  const places = shownLocations(reader)
  const { rows } = await sql<ItemRow>`
    select s.id, s.name, ${excerpt('s.description')} as description, ${excerpt('s.eligibilityDescription')} as eligibility_description,
      ${excerpt('s.feesDescription')} as fees_description, s.alert, ${shownIntake(sql`zone.name`)} as intake, s.organization_id, case when not o.is_stand_in then o.name end as organization_name, o.takes_referrals, ${answersHere('o')} as answers_here,
      case when p.meters is null then null else round((p.meters / ${METERS_PER_MILE}::float8)::numeric, 1) end as distance,
      case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name, 'address', a.street, 'city', a.city, 'stateProvince', a.state_province,
        'postalCode', a.postal_code, 'latitude', case when p.location_type <> 'virtual' then coalesce(p.latitude, p.zip_latitude) end, 'longitude', case when p.location_type <> 'virtual' then coalesce(p.longitude, p.zip_longitude) end,
        'isApproximate', p.latitude is null, 'isOwn', p.is_own, 'isConfidential', p.is_confidential, 'areaKey', p.area_key) end as place,
      (select count(distinct location_id)::integer from service_at_location where service_id = s.id) as place_count,
      r.area_keys, r.area_basis, p.location_type is null or p.location_type = 'virtual' as is_placeless, (s.url is not null or s.email is not null) as is_online,
      call.phones,
      open.hours_today, open.is_open as is_open_now, ${openUntil(thisInstant())},
      case when not open.is_open then opens_next(s.id, case when p.is_own then p.id end, ${thisInstant()}, zone.name) end as opens_next,
      (select coalesce(jsonb_agg(name order by name), '[]') from (
        select name from language where service_id = s.id
        union select name from language where location_id = p.id and p.is_own) spoken) as languages,
      ${categoriesOf} as categories,
      s.assured_date
    from unnest(${paddedKeys(ids)}::uuid[]) with ordinality as wanted(id, position)
    join service s on s.id = wanted.id
    join ${organizationProfiles.as('o')} on o.id = s.organization_id
    join service_search x on x.service_id = s.id
    join service_reach r on r.service_id = s.id
    left join lateral (
      select l.*, x.has_own_place as is_own, place_point(l.shown_latitude, l.shown_longitude) <-> ${here} as meters
      from (
        select place.* from service_at_location at join ${places} place on place.id = at.location_id where at.service_id = s.id
        union all
        select place.* from ${places} place where place.organization_id = s.organization_id and not x.has_own_place) l
      order by meters nulls last, l.location_type, l.id limit 1) p on true
    cross join lateral (
      select case when cardinality(r.time_zones) = 1 then r.time_zones[1] else zone_of_service(s.id, case when p.is_own then p.id end, ${timeZone}) end as name offset 0) zone
    cross join lateral hours_at(s.id, case when p.is_own then p.id end, ${thisInstant()}, zone.name) open
    left join lateral (
      select concat_ws(', ', address_1, address_2) as street, city, state_province, postal_code from ${shownAddresses(reader)} shown
      where location_id = p.id order by address_type, id limit 1) a on true
    left join lateral (${phonesToCall}) call on true
    order by wanted.position ${prepared}`.execute(database)
  return withReach(database, await withPlaces(database, rows), point?.keys ?? null)
}
