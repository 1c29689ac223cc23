import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import {
  isFieldEdited,
  isTaken,
  listEditedFields,
  listHeldFields,
  recordImported,
} from '#directory/listings/server/listings-public.ts'
import type { Database } from '#platform/server/database.ts'
import { contactsField, hoursField, PlaceText, WITHOUT_PLACE } from '../../service-document.ts'
import type { EntityName } from './entities.ts'

/** The driver names the columns of a row in JSON as properties. */
type Cells = Record<string, unknown>
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const propertyName = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The field of a service that these parts make up. */
const fieldOfPart: Partial<Record<EntityName, string>> = {
  phone: 'phones',
  directory_contact: 'contacts',
  language: 'languages',
  service_at_location: 'locationIds',
  service_area: 'serviceAreas',
  cost_option: 'costOptions',
  required_document: 'requiredDocuments',
  attribute: 'categories',
  schedule: hoursField(WITHOUT_PLACE),
}

/** The field of an organization that these records make up. */
const fieldOfOrganization: Partial<Record<EntityName, string>> = {
  phone: 'phones',
  directory_contact: 'contacts',
  program: 'programs',
}

type Column = (name: string) => RawBuilder<unknown>
/** Whether a person edited this field of a service at a place, also before the place was merged into another. */
const isEditedAtPlace = (column: Column, fieldAt: (place: string) => string) =>
  sql<boolean>`exists (select from unnest(array[${column('location_id')}, ${column('source_location_id')}]) as given (id)
    where ${isFieldEdited('service', column('service_id'), sql`${sql.lit(fieldAt(''))} || given.id`)})`

/** Whether a person edited the people to ask for of whatever a contact belongs to. */
const isContactEdited = (column: Column) =>
  sql<boolean>`case when ${column('service_at_location_id')} is not null then exists (
      select from service_at_location given_at where given_at.id = ${column('service_at_location_id')}
        and ${isEditedAtPlace((name) => sql.ref(`given_at.${name}`), contactsField)})
    else ${isFieldEdited('service', column('service_id'), sql.lit('contacts'))}
      or ${isFieldEdited('organization', column('organization_id'), sql.lit('contacts'))}
      or exists (select from location place where place.id = ${column('location_id')} and place.edited_on is not null) end`

/** What a place took from one that was merged into it, its own source says no longer (decision 0315). */
const takenParts: Partial<Record<EntityName, string>> = { address: 'address', schedule: 'hours' }

/**
 * Whether a person edited what this part belongs to, as SQL about the row that it refers to; null if nobody can.
 * @param table the name of that row's table in the statement
 */
export function isPartEdited(part: EntityName, target: EntityName, table: string): RawBuilder<boolean> | null {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  // Which services are given at a place is said by the services, unless the place is gone.
  if (target === 'location' && part === 'service_at_location') return sql<boolean>`${column('removed_on')} is not null`
  if (target === 'location') {
    const taken = takenParts[part]
    const isEdited = sql<boolean>`${column('edited_on')} is not null`
    return taken ? sql<boolean>`(${isEdited} or ${isTaken('location', column('id'), taken)})` : isEdited
  }
  const field = fieldOfPart[part]
  const ofOrganization = fieldOfOrganization[part]
  if (target === 'organization' && ofOrganization) {
    const isEditedOf = (id: RawBuilder<unknown>) => isFieldEdited('organization', id, sql.lit(ofOrganization))
    const own = isEditedOf(column('id'))
    // The people and programs of a merged organization were given to the other one, and are edited there.
    return part === 'phone' ? own : sql<boolean>`(${own} or ${isEditedOf(column('merged_into'))})`
  }
  if (target === 'directory_contact') return isContactEdited(column)
  if (target === 'service' && field) return isFieldEdited('service', column('id'), sql.lit(field))
  if (target === 'service_at_location' && part === 'directory_contact') return isEditedAtPlace(column, contactsField)
  if (target === 'service_at_location' && part === 'schedule') return isEditedAtPlace(column, hoursField)
  return null
}

/** What belongs to the nearest of the records that it names: to an organization only if it names nothing else. */
const ofNearest: readonly EntityName[] = ['phone', 'directory_contact']
const nearerThanOrganization = ['service_id', 'location_id', 'service_at_location_id'] as const

/** Whether a part belongs to what it names in this column, although it names others. */
export const isOfNamed = (part: EntityName, column: string, names: (column: string) => boolean) =>
  !(column === 'organization_id' && ofNearest.includes(part) && nearerThanOrganization.some(names)) &&
  !(part === 'directory_contact' && column !== 'service_at_location_id' && names('service_at_location_id'))

/** The same as SQL about the row `t` of the part. */
export function isRowOfNamed(part: EntityName, column: string): RawBuilder<unknown> {
  if (column === 'organization_id' && ofNearest.includes(part))
    return sql`num_nonnulls(${sql.join(nearerThanOrganization.map((name) => sql.ref(`t.${name}`)))}) = 0`
  return part === 'directory_contact' && column !== 'service_at_location_id'
    ? sql`t.service_at_location_id is null`
    : sql`true`
}

/** The kind of listing that these records are; null if they belong to one. */
export const listingKindOf = (entity: EntityName): ListingKind | null =>
  entity === 'service' || entity === 'organization' || entity === 'location' ? entity : null

/**
 * Puts the present value in place of the imported one wherever a person edited the field. Locks the listings, so that
 * nobody edits them until the import has written them.
 * @returns the listings before the import, by id
 */
export async function keepEditedFields(
  database: Database,
  kind: ListingKind,
  rows: { id: string; cells: Cells }[],
  columns: string[],
) {
  const ids = rows.map((row) => row.id)
  const { rows: found } = await sql<{ id: string; row: Cells }>`
    select id, to_jsonb(t) as row from ${sql.table(kind)} t where id = any (${ids}::uuid[]) order by id for update`.execute(
    database,
  )
  const present = new Map(found.map(({ id, row }) => [id, row]))
  const edited = new Map<string, Set<string>>()
  for (const { listingId, field } of await listEditedFields(database, kind, [...present.keys()]))
    edited.set(listingId, (edited.get(listingId) ?? new Set()).add(field))
  // What was taken from a merged listing stays until this source says something else than before (decision 0308).
  const held = await listHeldFields(database, kind, [...present.keys()])
  const isHeld = (id: string, field: string, said: unknown) =>
    held.some((one) => one.listingId === id && one.field === field && isSame(one.own, said))
  for (const row of rows)
    for (const column of columns)
      if (
        edited.get(row.id)?.has(propertyName(column)) ||
        isHeld(row.id, propertyName(column), row.cells[column] ?? null)
      )
        row.cells[column] = present.get(row.id)?.[propertyName(column)] ?? null
  return present
}

/** Columns that nobody reads in a history. */
const internal = ['isStandIn', 'sourceOrganizationId']
/** Of a place, only what people edit: a point on the map says nothing to them. */
const namedOfPlace = Object.keys(PlaceText.shape)
const isRead = (kind: ListingKind, name: string) =>
  kind === 'location' ? namedOfPlace.includes(name) : !internal.includes(name)

/** Writes what the import, or its undoing, changed of listings into their history. */
export async function recordUpdates(
  database: Database,
  kind: ListingKind,
  columns: string[],
  present: Map<string, Cells>,
  written: { row: Cells | null }[],
  cause: 'import' | 'undo' = 'import',
) {
  const changes = written.flatMap(({ row }) => {
    const was = row && present.get(String(row.id))
    if (!row || !was) return []
    const isSame = (name: string) => JSON.stringify(row[name]) === JSON.stringify(was[name])
    const changed = columns.map(propertyName).filter((name) => !isSame(name) && isRead(kind, name))
    if (kind === 'location' && !changed.length) return []
    const valuesOf = (cells: Cells) => Object.fromEntries(changed.map((name) => [name, cells[name]]))
    return [{ id: String(row.id), version: Number(row.version), before: valuesOf(was), after: valuesOf(row) }]
  })
  await recordImported(database, kind, changes, cause)
}
