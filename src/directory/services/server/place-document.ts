import { sql } from 'kysely'
import { findZip } from '#directory/places/server/places-public.ts'
import { findOrganizationOwner } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import {
  type ContactLine,
  hoursField,
  type PlaceOfService,
  type PlaceText,
  type PlaceValues,
  type ServicePhone,
} from '../service-document.ts'
import { rulesOfWeek, type ScheduleRule, type WeekHours, weekOfRules } from '../week-hours.ts'
import { contactLines, contactOf, phoneLines, replaceContacts } from './service-contacts.ts'
import { findListedService, ruleColumns, ruleOf, specialDay } from './service-document-queries.ts'
import { replacePhones } from './write-service.ts'

const columns = ['name', 'description', 'transportation'] as const
const addressColumns = ['address1', 'address2', 'city', 'stateProvince', 'postalCode'] as const
type PlaceParts = Omit<PlaceValues, (typeof columns)[number]>

/** A place as it is edited; undefined if there is none, or no organization has it. With `lock`, nobody else changes it. */
export async function findPlaceDocument(database: Database, id: string, { lock = false } = {}) {
  const place = await database
    .selectFrom('location')
    .select(['id', 'organizationId', 'mergedInto', 'sourceOrganizationId', 'version', 'isConfidential', ...columns])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  // One that was merged belongs to nobody, but its source goes on saying whose it is.
  const ownerId = place?.organizationId ?? (place?.mergedInto ? place.sourceOrganizationId : null)
  const owner = ownerId && (await findOrganizationOwner(database, ownerId))
  if (!place || !owner) return undefined
  const parts = (await listPlaceParts(database, [id])).get(id)
  if (!parts) return undefined
  const { name, description, transportation } = place
  const values = { name, description, transportation, ...parts } as PlaceValues
  const shown: PlaceOfService = {
    ...{ id, name, address: [values.address1, values.city].filter(Boolean).join(', ') || null },
    isConfidential: place.isConfidential as boolean,
    specialDays: (await listRules(database, [id])).filter((rule) => rule.isHoliday).map(specialDay),
  }
  return {
    ...{ id, organizationId: owner.id, organizationName: owner.name, isApproved: owner.standing === 'verified' },
    isConfidential: place.isConfidential as boolean,
    ...{ version: place.version as number, values, places: [shown] },
    isListed: (await findListedService(database, { organizationId: owner.id, locationId: id })) !== undefined,
  }
}

/** What these places have in rows of their own, as it is edited, by the id of the place. */
export async function listPlaceParts(database: Database, ids: string[]): Promise<Map<string, PlaceParts>> {
  const { rows } = await sql<{ id: string } & Omit<PlaceParts, 'hours'>>`
    select l.id, a.address_1, a.address_2, a.city, a.state_province, a.postal_code,
      (select string_agg(description, ${'\n'} order by description, id) from accessibility where location_id = l.id) as accessibility,
      ${phoneLines('locationId', 'l.id')} as phones, ${contactLines(contactOf('locationId', 'l.id'))} as contacts
    from unnest(${ids}::uuid[]) as l (id)
    left join lateral (
      select * from address where location_id = l.id and address_type = 'physical' order by id limit 1) a on true`.execute(
    database,
  )
  const rules = Map.groupBy(await listRules(database, ids), (rule) => rule.locationId)
  const weekOf = (id: string) => weekOfRules((rules.get(id) ?? []).filter((rule) => !rule.isHoliday).map(ruleOf))
  return new Map(rows.map(({ id, ...parts }) => [id, { ...parts, hours: { [id]: weekOf(id) } }]))
}

/** Where people go; a place may have a postal address beside it. */
const findAddress = (database: Database, locationId: string) =>
  database
    .selectFrom('address')
    .select(['id', 'postalCode'])
    .where('locationId', '=', locationId)
    .where('addressType', '=', 'physical')
    .orderBy('id')
    .executeTakeFirst()

/** The rules of the places themselves, not those of services there. */
async function listRules(database: Database, ids: string[]) {
  const { rows } = await sql<ScheduleRule & { locationId: string; isHoliday: boolean; isYearly: boolean }>`
    select c.location_id, c.is_holiday, c.is_yearly, ${ruleColumns}
    from schedule c where c.location_id = any (${ids}::uuid[]) and c.service_id is null and c.service_at_location_id is null
    order by c.byday, c.opens_at, c.valid_from, c.id`.execute(database)
  return rows
}

/**
 * Writes these fields of a place, as its organization edited them. A place whose address changes is in the middle of its
 * ZIP area until somebody knows better.
 * @returns the new version; without `isEdit`, imports go on writing the place
 */
export async function writePlaceFields(
  database: Database,
  id: string,
  fields: Record<string, unknown>,
  { isEdit = true } = {},
) {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
  const moved = pick(addressColumns) as Partial<PlaceText>
  if (Object.keys(moved).length) await writeAddress(database, id, moved)
  if ('accessibility' in fields) await writeAccessibility(database, id, fields.accessibility as string | null)
  if ('phones' in fields) await replacePhones(database, { locationId: id }, fields.phones as ServicePhone[])
  if ('contacts' in fields) await replaceContacts(database, { locationId: id }, fields.contacts as ContactLine[])
  const week = fields[hoursField(id)] as WeekHours | undefined
  if (week) await writeHours(database, id, week)
  return raiseVersion(database, id, { ...pick(columns), ...(isEdit ? { editedOn: sql`now()` } : {}) })
}

const updatePlace = (database: Database, id: string, changed: object) =>
  database
    .updateTable('location')
    .set({ ...changed, changedOn: sql`now()`, version: sql`version + 1` } as never)
    .where('id', '=', id)

/** @returns the new version */
async function raiseVersion(database: Database, id: string, changed: object) {
  const { version } = await updatePlace(database, id, changed).returning('version').executeTakeFirstOrThrow()
  return Number(version)
}

/** Says whether where a place is, is kept from others; an import still changes the place. @returns its new version */
export const writeConfidential = (database: Database, id: string, isConfidential: boolean) =>
  raiseVersion(database, id, { isConfidential })

/** Says that a person confirmed the whole place now; an import still changes it. @returns its new version and the day */
export async function confirmPlace(database: Database, id: string, timeZone: string) {
  const { version, assuredDate } = await updatePlace(database, id, {})
    .returning(['version', sql<string>`(changed_on at time zone ${timeZone})::date`.as('assuredDate')])
    .executeTakeFirstOrThrow()
  return { version: Number(version), assuredDate }
}

async function writeAddress(database: Database, locationId: string, moved: Partial<PlaceText>) {
  const present = await findAddress(database, locationId)
  if (present) await database.updateTable('address').set(moved).where('id', '=', present.id).execute()
  else
    await database
      .insertInto('address')
      .values({ locationId, ...moved, addressType: 'physical', country: 'US' })
      .execute()
  const { postalCode } = { ...present, ...moved }
  const point = postalCode ? await findZip(database, postalCode) : null
  await database
    .updateTable('location')
    .set({
      ...{ latitude: null, longitude: null, doubtedLatitude: null, doubtedLongitude: null },
      ...{ zipLatitude: point?.latitude ?? null, zipLongitude: point?.longitude ?? null },
    })
    .where('id', '=', locationId)
    .execute()
}

/** Rows that stay the same keep what else they say. */
async function writeAccessibility(database: Database, locationId: string, text: string | null) {
  const lines = [...new Set((text ?? '').split('\n').map((line) => line.trim()))].filter(Boolean)
  const present = await database
    .selectFrom('accessibility')
    .select(['id', 'description'])
    .where('locationId', '=', locationId)
    .execute()
  const gone = present.filter(({ description }) => !lines.includes(description)).map(({ id }) => id)
  if (gone.length) await database.deleteFrom('accessibility').where('id', 'in', gone).execute()
  const added = lines.filter((line) => !present.some(({ description }) => description === line))
  if (added.length)
    await database
      .insertInto('accessibility')
      .values(added.map((description) => ({ locationId, description })))
      .execute()
}

/** Replaces the hours of the place itself; special days stay. */
async function writeHours(database: Database, locationId: string, week: WeekHours) {
  await database
    .deleteFrom('schedule')
    .where('locationId', '=', locationId)
    .where('serviceId', 'is', null)
    .where('serviceAtLocationId', 'is', null)
    .where('isHoliday', '=', false)
    .execute()
  const rules = rulesOfWeek(week)
  if (rules.length)
    await database
      .insertInto('schedule')
      .values(rules.map((rule) => ({ ...rule, locationId })))
      .execute()
}
