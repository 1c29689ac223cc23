import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import type { Database } from '#platform/server/database.ts'
import type { AccessLogRow } from '../access-log.ts'

export type Reader = Pick<Actor, 'accountId' | 'organizationId'>
interface Access {
  way: AccessLogRow['way']
  referralId?: string
}

/** The access log, as a table that a statement joins. */
export const accessLog = sql<AccessLogRow>`(
  select id, contact_ids, account_id, impersonator_id, organization_id, way, referral_id, viewed_on from access_log)`

/**
 * Records in the access log that details of these people were seen. Every function that reads more than first name and
 * initial calls it itself, so that no route can forget to. Call it where a later error cannot roll it back: a conflict
 * response with the record is created after the transaction (`answerStale`).
 * @param reader null: the holder of an invitation link
 */
export async function recordAccess(
  database: Database,
  reader: Reader | null,
  contactIds: readonly string[],
  { way, referralId }: Access,
) {
  if (contactIds.length === 0) return
  await sql`
    insert into access_log (contact_ids, account_id, impersonator_id, organization_id, way, referral_id)
    values (${[...new Set(contactIds)]}::uuid[], ${reader?.accountId ?? null}, ${currentImpersonator()},
      ${reader?.organizationId ?? null}, ${way}, ${referralId ?? null})`.execute(database)
}
