import { type InsertObject, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database.ts'

/** Records somebody served in the demo community. @param phoneNumber E.164 @returns the contact's id */
export async function insertDemoPerson(
  database: Database,
  person: InsertObject<Tables, 'contact'>,
  phoneNumber: string,
) {
  const { id } = await database.insertInto('contact').values(person).returning('id').executeTakeFirstOrThrow()
  await database.insertInto('contactPhone').values({ contactId: id, phoneNumber, isPrimary: true }).execute()
  return id
}

/** Records a consent of the demo community. @returns its id */
export const insertDemoConsent = async (
  database: Database,
  { needs, ...consent }: Omit<InsertObject<Tables, 'consent'>, 'needs'> & { needs: string[] },
) =>
  (
    await database
      .insertInto('consent')
      .values({ ...consent, needs: sql`${needs}::text[]` as never } as InsertObject<Tables, 'consent'>)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
