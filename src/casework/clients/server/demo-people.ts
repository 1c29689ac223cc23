import { type InsertObject, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database.ts'

/** Records a consent of the demo community. @returns its ID */
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
