import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

export interface NewPerson {
  firstName: string
  lastName: string
  title?: string | null
  email: string
  /** E.164 */
  phoneNumber?: string | null
}

/** Records the person behind an account. @returns the contact's id */
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
 * Sets the number that counts. A number that takes the place of another keeps its kind; a first one is a work number.
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

/** Counts as activity on a record of somebody served. */
export const touchPerson = (database: Database, contactId: string) =>
  sql`update contact set changed_on = now() where id = ${contactId}::uuid and organization_id is not null`.execute(
    database,
  )
