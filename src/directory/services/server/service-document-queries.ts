import { type RawBuilder, sql } from 'kysely'
import { EligibilityRules } from '#directory/eligibility/eligibility.ts'
import { findOrganizationOwner, organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import {
  type ListedPlace,
  type MergedService,
  type PlaceOfService,
  ServiceText,
  type ServiceValues,
  WITHOUT_PLACE,
} from '../service-document.ts'
import type { ShownIntake } from '../service-intake.ts'
import { ScheduleRule, weekOfRules } from '../week-hours.ts'
import { contactLines, contactOf, listContactsAt, phoneLines } from './service-contacts.ts'
import { shownIntake } from './shown-intake.ts'
import { type PlaceReader, shownAddresses, shownLocations } from './shown-place.ts'

/** A service as it is edited: its values by field, and where it stands. */
export interface ServiceDocument {
  id: string
  organizationId: string
  organizationName: string
  /** Whether the organization was approved. */
  isApproved: boolean
  version: number
  isListed: boolean
  assuredDate: string | null
  values: ServiceValues
  places: PlaceOfService[]
}

/** The parts of a service that are rows of their own. */
const partNames = [
  'phones',
  'contacts',
  'languages',
  'costOptions',
  'requiredDocuments',
  'serviceAreas',
  'categories',
  'locationIds',
] as const
type ServiceParts = Pick<ServiceValues, (typeof partNames)[number] | 'hours' | 'contactsAt'>

type Root = Omit<ServiceDocument, 'organizationName' | 'isApproved' | 'values' | 'places'> &
  ServiceText &
  EligibilityRules &
  Pick<ServiceValues, 'intake' | 'programId' | (typeof partNames)[number]>

/** The parts of the service `s`, each in one order. */
const partColumns = sql`
  ${phoneLines('serviceId', 's.id')} as phones,
  ${contactLines(contactOf('serviceId', 's.id'))} as contacts,
  (select coalesce(jsonb_agg(name order by name), '[]') from language where service_id = s.id) as languages,
  (select coalesce(jsonb_agg(jsonb_build_object('option', option, 'amount', amount, 'currency', currency, 'amountDescription', amount_description)
    order by option, amount, id), '[]') from cost_option where service_id = s.id) as cost_options,
  (select coalesce(jsonb_agg(document order by document, id), '[]') from required_document where service_id = s.id) as required_documents,
  (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(a.name, a.description, ''), 'keys', to_jsonb(a.keys), 'guessedFrom', case when a.stated_by = 'guess' then coalesce(a.because, '') end)
    order by a.name, a.description, a.id), '[]') from service_area a where a.service_id = s.id and a.service_at_location_id is null) as service_areas,
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'guessedFrom', c.guessed_from) order by c.name, c.id), '[]') from (
    select distinct on (t.id) t.id, t.name, case when b.stated_by = 'guess' then coalesce(b.because, '') end as guessed_from
    from attribute b join taxonomy_term t on t.id = b.taxonomy_term_id where b.service_id = s.id order by t.id, b.stated_by = 'guess', b.id) c) as categories,
  array(select distinct location_id::text from service_at_location where service_id = s.id order by 1) as location_ids`

/** The intake status of the service `s`, as it is edited. */
const intakeColumn = sql`case when s.intake_status is not null then jsonb_build_object('status', s.intake_status, 'perWeek', s.intake_per_week,
  'waitWeeks', s.intake_wait_weeks, 'until', to_char(s.intake_until, 'YYYY-MM-DD')) end as intake`

/** A program that was removed is none. */
const programColumn = sql`(select p.id from program p where p.id = s.program_id and p.removed_on is null) as program_id`

const textColumns = [...Object.keys(ServiceText.shape), ...Object.keys(EligibilityRules.shape)]
const ruleParts = Object.keys(ScheduleRule.shape) as (keyof ScheduleRule)[]

/** A service as it is edited; undefined if there is none. With `lock`, nobody else changes it in this transaction. */
export async function findServiceDocument(
  database: Database,
  id: string,
  reader: PlaceReader,
  { lock = false } = {},
): Promise<ServiceDocument | undefined> {
  if (lock) await sql`select 1 from service where id = ${id} for update`.execute(database)
  const { rows } = await sql<Root>`
    select s.id, s.organization_id, s.version, s.assured_date,
      exists (select from service_search where service_id = s.id) as is_listed,
      ${sql.join(textColumns.map((column) => sql.ref(`s.${column}`)))},
      ${partColumns}, ${intakeColumn}, ${programColumn}
    from service s where s.id = ${id}`.execute(database)
  const [row] = rows
  const organization = row && (await findOrganizationOwner(database, row.organizationId))
  if (!row || !organization) return undefined
  const parts = Object.fromEntries(partNames.map((name) => [name, row[name]])) as Pick<Root, (typeof partNames)[number]>
  const text = Object.fromEntries(textColumns.map((name) => [name, row[name as keyof Root]])) as ServiceText &
    EligibilityRules
  const places = await listPlaces(database, id, reader)
  const rules = await listRules(database, [id])
  const hours = hoursOf(
    rules,
    places.map((place) => place.id),
  )
  const contactsAt = (await listContactsAt(database, [id]))(id)
  const special = (key: string) => rules.filter((rule) => rule.isHoliday && rule.place === key).map(specialDay)
  return {
    ...{ id: row.id, organizationId: row.organizationId, organizationName: organization.name },
    ...{
      isApproved: organization.standing === 'verified',
      version: row.version,
      isListed: row.isListed,
      assuredDate: row.assuredDate,
    },
    values: { ...text, intake: row.intake, programId: row.programId, ...parts, hours, contactsAt },
    places: places.map((place) => ({ ...place, specialDays: special(place.id) })),
  }
}

/** The parts and hours of these services, as they are edited, by the id of the service. */
export async function listServiceParts(database: Database, ids: string[]): Promise<Map<string, ServiceParts>> {
  const { rows } = await sql<{ id: string } & Pick<ServiceParts, (typeof partNames)[number]>>`
    select s.id, ${partColumns} from service s where s.id = any (${ids}::uuid[])`.execute(database)
  const rules = Map.groupBy(await listRules(database, ids), (rule) => rule.serviceId)
  const contactsAt = await listContactsAt(database, ids)
  return new Map(
    rows.map(({ id, ...parts }) => [
      id,
      { ...parts, hours: hoursOf(rules.get(id) ?? [], parts.locationIds), contactsAt: contactsAt(id) },
    ]),
  )
}

type RuleRow = ScheduleRule & { serviceId: string; place: string; level: number; isHoliday: boolean; isYearly: boolean }

/** The parts of a rule, of the row `c` of a schedule. */
export const ruleColumns = sql.join(
  ruleParts.map((part) => {
    const column = sql.ref(`c.${part}`)
    return part === 'opensAt' || part === 'closesAt'
      ? sql`case when ${column} = '24:00' then '24:00' else to_char(${column}, 'HH24:MI') end as ${sql.ref(part)}`
      : column
  }),
)
export const ruleOf = (row: ScheduleRule) =>
  Object.fromEntries(ruleParts.map((part) => [part, row[part]])) as unknown as ScheduleRule
export const specialDay = (row: ScheduleRule & { isYearly: boolean }) => ({ ...ruleOf(row), isYearly: row.isYearly })

/** Of a service at a place, the nearest statement counts: of both, of the service, of the place. */
function effectiveRules(rules: RuleRow[], key: string) {
  const stated = rules.filter((rule) => !rule.isHoliday && rule.place === key)
  const nearest = Math.min(...stated.map((rule) => rule.level))
  return stated.filter((rule) => rule.level === nearest).map(ruleOf)
}

/** The hours of a service by place; without places, its own. */
function hoursOf(rules: RuleRow[], places: string[]) {
  const keys = places.length ? places : [WITHOUT_PLACE]
  return Object.fromEntries(keys.map((key) => [key, weekOfRules(effectiveRules(rules, key))]))
}

/** One line of a location's address. Requires `l`. */
const addressLine = (reader: PlaceReader, columns: RawBuilder<unknown>) => sql`(
  select concat_ws(', ', ${columns}) from ${shownAddresses(reader)} shown where location_id = l.id order by address_type, id limit 1)`

async function listPlaces(database: Database, serviceId: string, reader: PlaceReader) {
  const { rows } = await sql<Omit<PlaceOfService, 'specialDays'>>`
    select l.id, l.name, l.is_confidential, ${addressLine(reader, sql`address_1, city`)} as address
    from ${shownLocations(reader)} l
    where l.id in (select location_id from service_at_location where service_id = ${serviceId}) order by l.name, l.id`.execute(
    database,
  )
  return rows
}

/** The same three levels as the function `schedules_of`, in the same order. */
async function listRules(database: Database, serviceIds: string[]): Promise<RuleRow[]> {
  // Of two places that were merged, a service may have been given at both.
  const onceAtEach = sql`(select distinct service_id, location_id from service_at_location where service_id = any (${serviceIds}::uuid[]))`
  const { rows } = await sql<RuleRow>`
    select r.service_id, r.place, r.level, c.is_holiday, c.is_yearly, ${ruleColumns}
    from (
      select at.service_id, at.location_id::text as place, 1 as level, s.id from service_at_location at
        join schedule s on s.service_at_location_id = at.id where at.service_id = any (${serviceIds}::uuid[])
      union all
      select at.service_id, at.location_id::text, 2, s.id from ${onceAtEach} at join schedule s on s.service_id = at.service_id
        where at.service_id = any (${serviceIds}::uuid[]) and s.service_at_location_id is null and coalesce(s.location_id = at.location_id, true)
      union all
      select at.service_id, at.location_id::text, 3, s.id from ${onceAtEach} at join schedule s on s.location_id = at.location_id
        where at.service_id = any (${serviceIds}::uuid[]) and s.service_at_location_id is null and s.service_id is null
      union all
      select s.service_id, ${WITHOUT_PLACE}, 2, s.id from schedule s where s.service_id = any (${serviceIds}::uuid[]) and s.service_at_location_id is null
    ) r join schedule c on c.id = r.id
    order by c.byday, c.opens_at, c.valid_from, c.id`.execute(database)
  return rows
}

/** The services of an organization, listed or not, for those who edit them. */
export const listServicesOf = (database: Database, organizationId: string, timeZone: string) =>
  database
    .selectFrom('service as s')
    .select(['s.id', 's.name', 's.status', 's.assuredDate', 's.version'])
    .select([
      sql<ShownIntake | null>`${shownIntake(sql.val(timeZone))}`.as('intake'),
      sql<boolean>`exists (select from service_search where service_id = s.id)`.as('isListed'),
      sql<number>`(select count(distinct location_id)::integer from service_at_location where service_id = s.id)`.as(
        'placeCount',
      ),
      sql<MergedService | null>`(
        select jsonb_build_object('id', stays.id, 'name', stays.name, 'organizationName', case when not o.is_stand_in then o.name end)
        from service stays join ${organizationProfiles.as('o')} on o.id = stays.organization_id where stays.id = s.merged_into)`.as(
        'mergedInto',
      ),
    ])
    .where('s.organizationId', '=', organizationId)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()

/** A service by which the directory shows this organization or this place; undefined if there is none. */
export async function findListedService(
  database: Database,
  { organizationId, locationId }: { organizationId: string; locationId?: string },
): Promise<string | undefined> {
  const at = locationId
    ? sql`exists (select from service_at_location at where at.service_id = s.id and at.location_id = ${locationId})`
    : sql`s.organization_id = ${organizationId}`
  const { rows } = await sql<{ id: string }>`
    select s.id from service s join service_search search on search.service_id = s.id where ${at} order by s.name, s.id limit 1`.execute(
    database,
  )
  return rows[0]?.id
}

export const findPlaceOwner = async (database: Database, id: string): Promise<string | null | undefined> =>
  (await database.selectFrom('location').select('organizationId').where('id', '=', id).executeTakeFirst())
    ?.organizationId

/** Whose place it is and whether it is confidential; nobody else changes it in this transaction. */
export const lockPlace = (database: Database, id: string) =>
  database
    .selectFrom('location')
    .select(['id', 'organizationId', 'isConfidential', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The places of an organization, as this reader may see them. */
export async function listPlacesOf(database: Database, organizationId: string, reader: PlaceReader) {
  const columns = sql`address_1, city, nullif(concat_ws(' ', state_province, postal_code), '')`
  const { rows } = await sql<ListedPlace>`
    select l.id, l.name, l.is_confidential, l.version, ${addressLine(reader, columns)} as address
    from ${shownLocations(reader)} l where l.organization_id = ${organizationId} order by l.name, l.id`.execute(
    database,
  )
  return rows
}
