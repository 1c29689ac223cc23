import { type RawBuilder, sql } from 'kysely'
import { unconfirmedRules } from '#directory/eligibility/unconfirmed-rules.ts'
import { listEditedFields } from '#directory/listings/server/listings-public.ts'
import { organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import { columnName } from '#platform/server/column-name.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { ServiceDetail, ServicePlace } from '../service-detail.ts'
import { thisInstant } from './directory-clock.ts'
import { standingFor } from './merged-services.ts'
import { organizationJson, phones } from './organization-json.ts'
import { contactLines, contactOf, contactsAtPlace } from './service-contacts.ts'
import { shownIntake } from './shown-intake.ts'
import { type PlaceReader, shownAddresses, shownLocations, withAreas } from './shown-place.ts'
import { categoriesOf } from './taxonomy-term-queries.ts'

const DAYS_SHOWN = 7
const PLACES_SHOWN = 100

/** The rows of a part as JSON, sorted by the first of these columns. */
function listOf(columns: string, from: string | RawBuilder<unknown>) {
  const names = columns.split(' ')
  const pairs = names.map((name) => `'${name}', ${columnName(name)}`).join(', ')
  const list = `coalesce(jsonb_agg(jsonb_build_object(${pairs}) order by ${columnName(names[0] ?? '')}, id), '[]')`
  return sql`(select ${sql.raw(list)} from ${typeof from === 'string' ? sql.raw(from) : from})`
}

/** The hours of a service at a location (or without one) in the next days, as JSON. Requires `s` and `zone`. */
const weekOf = (place: string) =>
  sql`hours_of_days(s.id, ${sql.raw(place)}, (${thisInstant()} at time zone zone.name)::date, ${DAYS_SHOWN})`

type DetailRow = Omit<ServiceDetail, 'places' | 'readRules'> & { organizationId: string; isListed: boolean }

/** A service with all its details; undefined if it does not exist. `isListed` says whether everyone may see it. */
export async function findServiceDetail(
  database: Database,
  id: string,
  timeZone: string,
  reader: PlaceReader,
): Promise<(DetailRow & Pick<ServiceDetail, 'places' | 'readRules'>) | undefined> {
  const { rows } = await sql<DetailRow>`
    select s.id, s.name, s.alternate_name, s.description, s.url, s.email, s.status, s.status_said, s.interpretation_services, s.application_process, s.cost, s.fees_description,
      s.wait_time, s.accreditations, s.licenses, s.eligibility_description, s.minimum_age, s.maximum_age, s.income, s.households, s.populations, s.papers, s.alert, s.assured_date, s.version,
      s.organization_id, exists (select from service_search where service_id = s.id) as is_listed, p.name as program_name, p.description as program_description, ${shownIntake(sql`zone.name`)} as intake,
      ${organizationJson} as organization,
      ${phones('service_id = s.id')} as phones,
      ${contactLines(contactOf('serviceId', 's.id'))} as contacts,
      ${listOf('name note', 'language where service_id = s.id')} as languages,
      ${listOf('option amount currency amountDescription', 'cost_option where service_id = s.id')} as cost_options,
      ${listOf('document uri', 'required_document where service_id = s.id')} as required_documents,
      ${listOf('name description statedBy', 'service_area where service_id = s.id')} as service_areas,
      ${categoriesOf} as categories,
      open.is_open as is_open_now, case when not open.is_open then opens_next(s.id, null, ${thisInstant()}, zone.name) end as opens_next,
      open_past_midnight(s.id, null, ${thisInstant()}, zone.name) as open_until,
      ${weekOf('null')} as week,
      (select coalesce(jsonb_agg(distinct n), '[]') from schedule, unnest(array[description, notes]) n
        where service_id = s.id and location_id is null and n is not null) as schedule_notes
    from service s join ${organizationProfiles.as('o')} on o.id = s.organization_id left join program p on p.id = s.program_id and p.removed_on is null
    cross join lateral (select zone_of_service(s.id, null, ${timeZone}) as name offset 0) zone
    cross join lateral hours_at(s.id, null, ${thisInstant()}, zone.name) open
    where s.id = ${standingFor(sql.val(id))} ${prepared}`.execute(database)
  const [service] = rows
  if (!service) return undefined
  const edited = await listEditedFields(database, 'service', [service.id])
  const readRules = unconfirmedRules(service, (field) => edited.some((one) => one.field === field))
  return { ...service, readRules, places: await listPlaces(database, service, timeZone, reader) }
}

interface NamedService {
  id: string
  name: string
  /** Null if its source does not name it. */
  organizationName: string | null
  isListed: boolean
}

/** The names of these services, whether they are listed or not; of a merged one, those of the service that stands for it. */
export async function nameServices(database: Database, ids: string[]): Promise<Map<string, NamedService>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<NamedService>`
    select asked.id, s.name, case when not o.is_stand_in then o.name end as organization_name,
      exists (select from service_search where service_id = s.id) as is_listed
    from service asked join service s on s.id = coalesce(asked.merged_into, asked.id)
    join ${organizationProfiles.as('o')} on o.id = s.organization_id where asked.id = any (${ids}::uuid[])`.execute(
    database,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

// As an array, so that an index finds it: it is one side of an `or`.
const atPlace = 'any (array(select id from service_at_location where service_id = s.id and location_id = l.id))'

/** The locations of a service; the offices of its organization if it has none. */
async function listPlaces(
  database: Database,
  service: { id: string; organizationId: string },
  timeZone: string,
  reader: PlaceReader,
): Promise<ServicePlace[]> {
  const places = shownLocations(reader)
  const { rows } = await sql<Omit<ServicePlace, 'area'> & { areaKey: string | null }>`
    select l.id, l.location_type, l.name, l.alternate_name, l.description, l.transportation, l.url,
      coalesce(l.latitude, l.zip_latitude) as latitude, coalesce(l.longitude, l.zip_longitude) as longitude, l.is_confidential, l.area_key, own.is_own,
      ${listOf('addressType attention address1 address2 city stateProvince postalCode country', sql`${shownAddresses(reader)} shown where location_id = l.id`)} as addresses,
      ${phones(`location_id = l.id and service_id is null or service_at_location_id = ${atPlace}`)} as phones,
      case when l.is_known then ${contactLines(contactsAtPlace('l.id', 's.id', atPlace))} else '[]' end as contacts,
      ${listOf('name note', 'language where location_id = l.id')} as languages,
      ${listOf('description details url', 'accessibility where location_id = l.id')} as accessibility,
      open.is_open as is_open_now, case when not open.is_open then opens_next(s.id, l.id, ${thisInstant()}, zone.name) end as opens_next,
      open_past_midnight(s.id, l.id, ${thisInstant()}, zone.name) as open_until,
      ${weekOf('l.id')} as week,
      (select coalesce(jsonb_agg(distinct n), '[]') from schedule, unnest(array[description, notes]) n
        where (location_id = l.id and (service_id is null or service_id = s.id) or service_at_location_id = ${sql.raw(atPlace)}) and n is not null) as schedule_notes
    from service s
    cross join lateral (select exists (select from service_at_location where service_id = s.id) as is_own) own
    join lateral (
      select place.* from ${places} place where place.id in (select location_id from service_at_location where service_id = s.id)
      union all
      select place.* from ${places} place where place.organization_id = s.organization_id and not own.is_own) l on true
    cross join lateral (select zone_of_service(s.id, l.id, ${timeZone}) as name offset 0) zone
    cross join lateral hours_at(s.id, l.id, ${thisInstant()}, zone.name) open
    where s.id = ${service.id}
    order by l.location_type, l.name, l.id limit ${sql.lit(PLACES_SHOWN)} ${prepared}`.execute(database)
  return withAreas(database, rows)
}
