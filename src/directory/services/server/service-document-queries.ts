import { sql } from 'kysely'
import { findOrganizationOwner } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import {
  type PlaceOfService,
  type ServicePhone,
  ServiceText,
  type ServiceValues,
  WITHOUT_PLACE,
} from '../service-document.ts'
import { ScheduleRule, weekOfRules } from '../week-hours.ts'

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

type Root = Omit<ServiceDocument, 'organizationName' | 'isApproved' | 'values' | 'places'> &
  ServiceText & { phones: ServicePhone[]; languages: string[] }

const textColumns = Object.keys(ServiceText.shape)
const ruleParts = Object.keys(ScheduleRule.shape) as (keyof ScheduleRule)[]

/** A service as it is edited; undefined if there is none. With `lock`, nobody else changes it in this transaction. */
export async function findServiceDocument(
  database: Database,
  id: string,
  { lock = false } = {},
): Promise<ServiceDocument | undefined> {
  if (lock) await sql`select 1 from service where id = ${id} for update`.execute(database)
  const { rows } = await sql<Root>`
    select s.id, s.organization_id, s.version, s.assured_date,
      exists (select from service_search where service_id = s.id) as is_listed,
      ${sql.join(textColumns.map((column) => sql.ref(`s.${column}`)))},
      (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'extension', extension, 'type', type, 'description', description)
        order by type = 'fax', number, id), '[]') from phone where service_id = s.id) as phones,
      (select coalesce(jsonb_agg(name order by name), '[]') from language where service_id = s.id) as languages
    from service s where s.id = ${id}`.execute(database)
  const [row] = rows
  const organization = row && (await findOrganizationOwner(database, row.organizationId))
  if (!row || !organization) return undefined
  const { phones, languages } = row
  const text = Object.fromEntries(textColumns.map((name) => [name, row[name as keyof Root]])) as ServiceText
  const places = await listPlaces(database, id)
  const rules = await listRules(database, id)
  const keys = places.length ? places.map((place) => place.id) : [WITHOUT_PLACE]
  const hours = Object.fromEntries(keys.map((key) => [key, weekOfRules(effectiveRules(rules, key))]))
  const special = (key: string) => rules.filter((rule) => rule.isHoliday && rule.place === key).map(specialDay)
  return {
    ...{ id: row.id, organizationId: row.organizationId, organizationName: organization.name },
    ...{
      isApproved: organization.standing === 'verified',
      version: row.version,
      isListed: row.isListed,
      assuredDate: row.assuredDate,
    },
    values: { ...text, phones, languages, hours },
    places: places.map((place) => ({ ...place, specialDays: special(place.id) })),
  }
}

type RuleRow = ScheduleRule & { place: string; level: number; isHoliday: boolean; isYearly: boolean }

const ruleOf = (row: RuleRow) =>
  Object.fromEntries(ruleParts.map((part) => [part, row[part]])) as unknown as ScheduleRule
const specialDay = (row: RuleRow) => ({ ...ruleOf(row), isYearly: row.isYearly })

/** Of a service at a place, the nearest statement counts: of both, of the service, of the place. */
function effectiveRules(rules: RuleRow[], key: string) {
  const stated = rules.filter((rule) => !rule.isHoliday && rule.place === key)
  const nearest = Math.min(...stated.map((rule) => rule.level))
  return stated.filter((rule) => rule.level === nearest).map(ruleOf)
}

const listPlaces = (database: Database, serviceId: string) =>
  database
    .selectFrom('serviceAtLocation as at')
    .innerJoin('location as l', 'l.id', 'at.locationId')
    .select(['l.id', 'l.name'])
    .select(
      sql<string | null>`(select concat_ws(', ', address_1, city) from address where location_id = l.id
        order by address_type, id limit 1)`.as('address'),
    )
    .where('at.serviceId', '=', serviceId)
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()

/** The same three levels as the function `opening_hours`, in the same order. */
async function listRules(database: Database, serviceId: string): Promise<RuleRow[]> {
  const clock = (column: string) => sql`to_char(c.${sql.ref(column)}, 'HH24:MI')`
  const columns = ruleParts
    .filter((part) => part !== 'opensAt' && part !== 'closesAt')
    .map((part) => sql.ref(`c.${part}`))
  const { rows } = await sql<RuleRow>`
    select r.place, r.level, c.is_holiday, c.is_yearly, ${sql.join(columns)},
      case when c.opens_at = '24:00' then '24:00' else ${clock('opensAt')} end as opens_at,
      case when c.closes_at = '24:00' then '24:00' else ${clock('closesAt')} end as closes_at
    from (
      select at.location_id::text as place, 1 as level, s.id from service_at_location at
        join schedule s on s.service_at_location_id = at.id where at.service_id = ${serviceId}
      union all
      select at.location_id::text, 2, s.id from service_at_location at join schedule s on s.service_id = at.service_id
        where at.service_id = ${serviceId} and s.service_at_location_id is null and coalesce(s.location_id = at.location_id, true)
      union all
      select at.location_id::text, 3, s.id from service_at_location at join schedule s on s.location_id = at.location_id
        where at.service_id = ${serviceId} and s.service_at_location_id is null and s.service_id is null
      union all
      select ${WITHOUT_PLACE}, 2, s.id from schedule s where s.service_id = ${serviceId} and s.service_at_location_id is null
    ) r join schedule c on c.id = r.id
    order by c.byday, c.opens_at, c.valid_from, c.id`.execute(database)
  return rows
}

/** The services of an organization, listed or not, for those who edit them. */
export const listServicesOf = (database: Database, organizationId: string) =>
  database
    .selectFrom('service as s')
    .select(['s.id', 's.name', 's.status', 's.assuredDate', 's.version'])
    .select([
      sql<boolean>`exists (select from service_search where service_id = s.id)`.as('isListed'),
      sql<number>`(select count(*)::integer from service_at_location where service_id = s.id)`.as('placeCount'),
    ])
    .where('s.organizationId', '=', organizationId)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()

/** The places of an organization. */
export const listPlacesOf = (database: Database, organizationId: string) =>
  database
    .selectFrom('location as l')
    .select(['l.id', 'l.name'])
    .select(
      sql<
        string | null
      >`(select concat_ws(', ', address_1, city, concat_ws(' ', state_province, postal_code)) from address
        where location_id = l.id order by address_type, id limit 1)`.as('address'),
    )
    .where('l.organizationId', '=', organizationId)
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()
