import { sql } from 'kysely'
import { EligibilityRules } from '#directory/eligibility/eligibility.ts'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import { findZip } from '#directory/places/server/places-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import {
  type ContactLine,
  contactsPlaceOf,
  hoursKeyOf,
  type ServicePhone,
  ServiceText,
  type ServiceValues,
  WITHOUT_PLACE,
} from '../service-document.ts'
import { DAYS_HELD, dayAfter, plainIntake, type ServiceIntake } from '../service-intake.ts'
import { keepRules, rulesOfWeek, type ScheduleRule, type WeekHours } from '../week-hours.ts'
import { replaceContacts } from './service-contacts.ts'
import { ruleColumns } from './service-document-queries.ts'
import { replaceAreas, replaceCategories, replaceCosts, replaceDocuments } from './write-service-parts.ts'
import { writeServicePlaces } from './write-service-places.ts'

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Writes these fields of a service, as its organization edited them, and raises its version. The triggers of the search
 * make its search row in the same transaction.
 * @param fields values by field, as `fieldsOf` gives them
 * @returns the new version
 */
export async function writeServiceFields(
  database: Database,
  id: string,
  fields: Record<string, unknown>,
  timeZone: string,
) {
  const { version } = await database
    .updateTable('service')
    .set({
      ...textColumns(fields),
      ...intakeColumns(fields, timeZone),
      editedOn: sql`now()`,
      changedOn: sql`now()`,
      version: sql`version + 1`,
    } as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await writeParts(database, id, fields)
  return Number(version)
}

const partWriters = {
  phones: (database, id, phones) => replacePhones(database, { serviceId: id }, phones),
  contacts: (database, id, contacts) => replaceContacts(database, { serviceId: id }, contacts),
  languages: replaceLanguages,
  costOptions: replaceCosts,
  requiredDocuments: replaceDocuments,
  serviceAreas: replaceAreas,
  categories: replaceCategories,
  locationIds: writeServicePlaces,
} satisfies {
  [Part in keyof ServiceValues]?: (database: Database, id: string, value: ServiceValues[Part]) => Promise<void>
}

/** Writes what are rows of their own; its places before its hours and people there. */
async function writeParts(database: Database, id: string, fields: Record<string, unknown>) {
  for (const [part, write] of Object.entries(partWriters))
    if (part in fields) await write(database, id, fields[part] as never)
  for (const [field, value] of Object.entries(fields)) {
    const key = hoursKeyOf(field)
    if (key) await replaceHours(database, id, key, value as WeekHours)
    const locationId = contactsPlaceOf(field)
    if (locationId) await replaceContactsAt(database, id, locationId, value as ContactLine[])
  }
}

/** The rows of a service at a place: none if it was taken from it meanwhile, its own and others if places were merged. */
const listAtPlace = (database: Database, serviceId: string, locationId: string) =>
  database
    .selectFrom('serviceAtLocation')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where('locationId', '=', locationId)
    .orderBy('sourceLocationId', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .execute()

async function replaceContactsAt(database: Database, serviceId: string, locationId: string, contacts: ContactLine[]) {
  const [at] = await listAtPlace(database, serviceId, locationId)
  if (at) await replaceContacts(database, { serviceAtLocationId: at.id as string }, contacts)
}

const columnNames = ['programId', ...Object.keys(ServiceText.shape), ...Object.keys(EligibilityRules.shape)]

/** The columns of the fields that are no rows of their own. */
const textColumns = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => columnNames.includes(field))
      .map(([field, value]) => [field, field === 'income' ? asJson(value) : value]),
  )
const asJson = (value: unknown) => (value === null ? null : sql`${JSON.stringify(value)}::jsonb`)

/** The columns of a new intake status: stated today, so that its organization is asked again when it lapses. */
function intakeColumns(fields: Record<string, unknown>, timeZone: string) {
  if (!('intake' in fields)) return {}
  const said = fields.intake as ServiceIntake | null
  const intake = said && plainIntake(said)
  return {
    ...{ intakeStatus: intake?.status ?? null, intakePerWeek: intake?.perWeek ?? null },
    ...{ intakeWaitWeeks: intake?.waitWeeks ?? null, intakeUntil: intake?.until ?? null },
    intakeStatedOn: intake ? sql`(now() at time zone ${timeZone})::date` : null,
    intakeAskedOn: null,
  }
}

/**
 * Says that a person confirmed the whole service today, with its intake status.
 * @param adopted fields that were guessed or read so far, as they are said now
 * @returns the new version, and what has changed
 */
export async function confirmService(
  database: Database,
  id: string,
  { intake, adopted, timeZone }: { intake: ServiceIntake | null; adopted: Record<string, unknown>; timeZone: string },
): Promise<{ version: number; assuredDate: string; renewed: Record<string, unknown> }> {
  const until = dayAfter(dayIn(timeZone), DAYS_HELD)
  // Only the person who set a pause knows its end.
  const renewed = intake && intake.status !== 'paused' && intake.until < until ? { intake: { ...intake, until } } : null
  const row = await database
    .updateTable('service')
    .set({
      ...textColumns(adopted),
      ...intakeColumns(renewed ?? {}, timeZone),
      assuredDate: sql`(now() at time zone ${timeZone})::date`,
      changedOn: sql`now()`,
      version: sql`version + 1`,
    } as never)
    .where('id', '=', id)
    .returning(['version', 'assuredDate'])
    .executeTakeFirstOrThrow()
  await writeParts(database, id, adopted)
  return {
    ...{ version: Number(row.version), assuredDate: row.assuredDate as string },
    renewed: { ...adopted, ...renewed },
  }
}

export interface LapsedIntake {
  organizationId: string
  name: string
}

/** Of a service that people find: nobody is asked about one that was merged or is no longer offered. */
const isLapsed = (timeZone: string) =>
  sql<boolean>`intake_until < (now() at time zone ${timeZone})::date and intake_asked_on is null
    and exists (select from service_search listed where listed.service_id = service.id)`

/** The organizations of listed services whose intake status is past its day, and that were not asked about it. */
export async function listLapsedOrganizations(database: Database, timeZone: string): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select distinct organization_id from service where ${isLapsed(timeZone)} order by 1`.execute(database)
  return rows.map(({ organizationId }) => organizationId)
}

/**
 * The listed services of these organizations whose intake status is past its day, each once for each statement: they are
 * marked in the caller's transaction.
 */
export async function takeLapsedIntakes(
  database: Database,
  organizationIds: string[],
  timeZone: string,
): Promise<LapsedIntake[]> {
  const { rows } = await sql<LapsedIntake>`
    update service set intake_asked_on = (now() at time zone ${timeZone})::date
    where id in (
      select id from service where organization_id = any (${organizationIds}::uuid[]) and ${isLapsed(timeZone)}
      order by id for update skip locked)
    returning organization_id, name`.execute(database)
  return rows
}

/** Whose own telephone numbers are meant; an imported number may name several, and belongs to the nearest. */
type PhoneOwner = { organizationId: string } | { locationId: string } | { serviceId: string }
const phoneOwners = ['serviceId', 'locationId', 'organizationId'] as const

const phonesOf = (database: Database, owner: PhoneOwner) => {
  const [[column, id]] = Object.entries(owner) as [[(typeof phoneOwners)[number], string]]
  const nearer = phoneOwners.slice(0, phoneOwners.indexOf(column))
  const found = database
    .selectFrom('phone')
    .select(['id', 'number', 'extension', 'type', 'description'])
    .where(column, '=', id)
  return nearer.reduce((query, other) => query.where(other, 'is', null), found)
}

/** The telephone numbers of an organization, a place or a service itself, telephones before faxes. */
export async function listPhones(database: Database, owner: PhoneOwner): Promise<ServicePhone[]> {
  const rows = await phonesOf(database, owner).orderBy(sql`type = 'fax'`).orderBy('number').orderBy('id').execute()
  return rows.map(({ id: _, ...phone }) => phone)
}

/** The listing to which a telephone number belongs that is shown with a service; undefined if people cannot edit it. */
export async function findPhoneOwner(database: Database, serviceId: string, number: string) {
  const { rows } = await sql<{ kind: ListingKind; id: string }>`
    select owner.kind, owner.id from (
      select 1 as rank, 'service' as kind, service_id as id, number from phone where service_id = ${serviceId}
      union all
      select 2, 'location', p.location_id, p.number from service_at_location at
        join phone p on p.location_id = at.location_id and p.service_id is null where at.service_id = ${serviceId}
      union all
      select 3, 'organization', p.organization_id, p.number from service s
        join phone p on p.organization_id = s.organization_id and p.service_id is null and p.location_id is null where s.id = ${serviceId}
    ) owner where owner.number = ${number} order by owner.rank, owner.id limit 1`.execute(database)
  return rows[0]
}

/** Rows that stay the same keep their identifiers. */
export async function replacePhones(database: Database, owner: PhoneOwner, phones: ServicePhone[]) {
  const present = await phonesOf(database, owner).execute()
  const added = [...phones]
  const gone = present.filter(({ id: _, ...row }) => {
    const at = added.findIndex((phone) =>
      sameJson([phone.number, phone.extension, phone.type, phone.description], Object.values(row)),
    )
    if (at >= 0) added.splice(at, 1)
    return at < 0
  })
  if (gone.length)
    await database
      .deleteFrom('phone')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  if (added.length)
    await database
      .insertInto('phone')
      .values(
        added.map(({ number, extension, type, description }) => ({ ...owner, number, extension, type, description })),
      )
      .execute()
}

async function replaceLanguages(database: Database, serviceId: string, names: string[]) {
  const present = (
    await database.selectFrom('language').select('name').where('serviceId', '=', serviceId).execute()
  ).map(({ name }) => name)
  const gone = present.filter((name) => !names.includes(name))
  if (gone.length)
    await database.deleteFrom('language').where('serviceId', '=', serviceId).where('name', 'in', gone).execute()
  const added = [...new Set(names)].filter((name) => !present.includes(name))
  if (added.length)
    await database
      .insertInto('language')
      .values(added.map((name) => ({ serviceId, name })))
      .execute()
}

/**
 * Replaces the hours of a service at one place, or of a service without a place; special days stay. Where two places were
 * merged, a service may be given at both: each keeps what it goes on saying, in case they are separated.
 */
async function replaceHours(database: Database, serviceId: string, key: string, week: WeekHours) {
  const atPlace = key === WITHOUT_PLACE ? null : await listAtPlace(database, serviceId, key)
  if (atPlace?.length === 0) return
  const ids = atPlace?.map(({ id }) => id as string)
  const { kept, added } =
    ids && ids.length > 1 ? await keptHours(database, ids, week) : { kept: [], added: rulesOfWeek(week) }
  await database
    .deleteFrom('schedule')
    .$if(ids !== undefined, (query) => query.where('serviceAtLocationId', 'in', ids ?? []))
    .$if(ids === undefined, (query) => query.where('serviceId', '=', serviceId))
    .where('isHoliday', '=', false)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute()
  const owner = ids?.[0] ? { serviceAtLocationId: ids[0] } : { serviceId }
  if (added.length)
    await database
      .insertInto('schedule')
      .values(added.map((rule) => ({ ...rule, ...owner })))
      .execute()
}

/** The rows that stay at these services at a place, and the rules that come besides. */
async function keptHours(database: Database, ids: string[], week: WeekHours) {
  const { rows } = await sql<ScheduleRule & { id: string }>`
    select c.id, ${ruleColumns} from schedule c where c.service_at_location_id = any (${ids}::uuid[]) and not c.is_holiday order by c.id`.execute(
    database,
  )
  const { kept, added } = keepRules(week, rows)
  return { kept: kept.map(({ id }) => id), added }
}

export interface NewPlace {
  name: string | null
  address1: string
  city: string
  stateProvince: string
  postalCode: string
}

/** Serializes calls that add a service or a place under the same identifier until the transaction ends. */
export const lockNewListing = (database: Database, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('add-listing:' || ${id}::text, 0))`.execute(database)

/** Adds a service of an organization at these places of it. @returns its id */
export async function insertService(
  database: Database,
  service: { id: string; organizationId: string; name: string },
  locationIds: string[],
): Promise<string> {
  const { id } = await database
    .insertInto('service')
    .values({ ...service, editedOn: sql`now()` } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const serviceId = id as string
  if (locationIds.length)
    await database
      .insertInto('serviceAtLocation')
      .values(locationIds.map((locationId) => ({ serviceId, locationId })))
      .execute()
  return serviceId
}

/** Adds a place of an organization, in the middle of its ZIP area. @throws problem invalid-request at postalCode */
export async function insertPlace(
  database: Database,
  { id, organizationId }: { id: string; organizationId: string },
  { name, ...address }: NewPlace,
) {
  const point = await findZip(database, address.postalCode)
  if (!point) throw fieldProblem('postalCode', 'zip-unknown')
  await database
    .insertInto('location')
    .values({
      id,
      organizationId,
      name,
      zipLatitude: point.latitude,
      zipLongitude: point.longitude,
      editedOn: sql`now()`,
    } as never)
    .execute()
  await database
    .insertInto('address')
    .values({ locationId: id, ...address, addressType: 'physical', country: 'US' })
    .execute()
}
