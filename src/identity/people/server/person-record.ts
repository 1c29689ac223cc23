import { type InsertObject, sql, type UpdateObject } from 'kysely'
import type { Database, Tables } from '#platform/server/database.ts'
import { type ContactPhone, ContactRow } from '../contact.ts'

export interface NewPerson {
  firstName: string
  lastName: string
  title?: string | null
  email: string
  /** E.164 */
  phoneNumber?: string | null
}

/** Records the person of an account. @returns the contact's ID */
export async function insertPerson(database: Database, { phoneNumber, ...person }: NewPerson) {
  const { id } = await database.insertInto('contact').values(person).returning('id').executeTakeFirstOrThrow()
  if (phoneNumber) await setPrimaryPhone(database, id, phoneNumber)
  return id
}

export const renamePerson = (
  database: Database,
  contactId: string,
  name: { firstName: string; lastName: string; title: string | null },
) =>
  database
    .updateTable('contact')
    .set({ ...name, changedOn: sql<string>`now()` })
    .where('id', '=', contactId)
    .execute()

export const setPersonEmail = (database: Database, contactId: string, email: string | null) =>
  database.updateTable('contact').set({ email }).where('id', '=', contactId).execute()

/**
 * Sets the primary number. A replaced number keeps its kind; the first one is a work number.
 * @param phoneNumber E.164; null removes it
 */
export async function setPrimaryPhone(database: Database, contactId: string, phoneNumber: string | null) {
  if (!phoneNumber)
    return database
      .deleteFrom('contactPhone')
      .where('contactId', '=', contactId)
      .where('isPrimary', '=', true)
      .execute()
  const replaced = await database
    .updateTable('contactPhone')
    .set({ phoneNumber })
    .where('contactId', '=', contactId)
    .where('isPrimary', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!replaced)
    await database
      .insertInto('contactPhone')
      .values({ contactId, phoneNumber, kind: 'work', isPrimary: true })
      .execute()
}

/** Counts as activity on the record of a person served. */
export const touchPerson = (database: Database, contactId: string) =>
  sql`update contact set changed_on = now() where id = ${contactId}::uuid and organization_id is not null`.execute(
    database,
  )

/** Records a person served. @returns the contact's ID */
export const insertServedPerson = async (database: Database, person: InsertObject<Tables, 'contact'>) =>
  (await database.insertInto('contact').values(person).returning('id').executeTakeFirstOrThrow()).id

/** Records a person served in the demo community. @param phoneNumber E.164 @returns the contact's ID */
export async function insertDemoPerson(
  database: Database,
  person: InsertObject<Tables, 'contact'>,
  phoneNumber: string,
) {
  const id = await insertServedPerson(database, person)
  await database.insertInto('contactPhone').values({ contactId: id, phoneNumber, isPrimary: true }).execute()
  return id
}

/** The record of the demo community with this address that an organization keeps. */
export const findDemoPerson = (database: Database, email: string) =>
  database
    .selectFrom('contact')
    .select(['id', 'createdBy', 'organizationId'])
    .where('email', '=', email)
    .where('organizationId', 'is not', null)
    .executeTakeFirst()

/** Changes a record whose row the caller has locked. @param version its new version */
export const updatePerson = (
  database: Database,
  id: string,
  change: UpdateObject<Tables, 'contact'> & { version: number },
) =>
  database
    .updateTable('contact')
    .set({ ...change, changedOn: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

/** Replaces a person's phone numbers; one of them is primary, by default the first. */
export async function replacePhones(
  database: Database,
  contactId: string,
  phones: readonly Pick<ContactPhone, 'phoneNumber' | 'kind' | 'isPrimary'>[],
) {
  await database.deleteFrom('contactPhone').where('contactId', '=', contactId).execute()
  if (phones.length === 0) return
  const primary = Math.max(
    0,
    phones.findIndex((phone) => phone.isPrimary),
  )
  await database
    .insertInto('contactPhone')
    .values(
      phones.map((phone, index) => ({
        contactId,
        phoneNumber: phone.phoneNumber,
        kind: phone.kind,
        isPrimary: index === primary,
      })),
    )
    .execute()
}

/** What stays of a blanked record: that there was one. */
const kept = new Set(['id', 'createdBy', 'createdOn', 'changedOn', 'version'])

/** Empties a column: null where it may be, else an empty text. @throws Error for a column that can be neither */
function blankOf(name: string, field: { safeParse: (value: unknown) => { success: boolean } }) {
  if (field.safeParse(null).success) return null
  if (field.safeParse('Ada').success) return ''
  throw new Error(`An erased person cannot have an empty ${name}`)
}

/** Every other column, empty. Without an organization, every list, search and check of the product passes the record over. */
const blank = {
  ...Object.fromEntries(
    Object.entries(ContactRow.shape)
      .filter(([name]) => !kept.has(name))
      .map(([name, field]) => [name, blankOf(name, field)]),
  ),
  organizationId: null,
}

/** Blanks a person's record, and deletes their phone numbers. The ID stays. */
export async function blankPerson(database: Database, id: string) {
  await database
    .updateTable('contact')
    .set({ ...blank, version: sql<number>`version + 1`, changedOn: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await database.deleteFrom('contactPhone').where('contactId', '=', id).execute()
}
