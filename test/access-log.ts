import { sql } from 'kysely'
import type { AccessLogRow } from '#casework/clients/access-log.ts'
import type { Database } from '#platform/server/database.ts'

/** The access log of a person, oldest first. */
export const accessLogOf = async (database: Database, contactId: string) =>
  (
    await sql<AccessLogRow>`select * from access_log where contact_ids @> array[${contactId}::uuid] order by id`.execute(
      database,
    )
  ).rows
