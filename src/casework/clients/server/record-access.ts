import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { AccessLogRow } from '../access-log.ts'

/** `accountId` is null for somebody of an organization without an account. */
export type Reader = Pick<Actor, 'organizationId'> & { accountId: string | null }
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
      ${reader?.organizationId ?? null}, ${way}, ${referralId ?? null}) ${prepared}`.execute(database)
}

/** Within this time, another reading of the same record by the same account is not recorded again. */
const SAME_READING = '30 minutes'

/** Records that parts of a person's record are read, once for a whole sitting: a screen reads them again and again. */
export async function recordReading(database: Database, actor: Actor, contactId: string) {
  const { rows } = await sql`
    select from ${accessLog.as('log')} where log.contact_ids @> array[${contactId}::uuid] and log.way = 'record'
      and log.account_id = ${actor.accountId} and log.impersonator_id is not distinct from ${currentImpersonator()}::uuid
      and log.viewed_on > now() - ${SAME_READING}::interval limit 1`.execute(database)
  if (!rows.length) await recordAccess(database, actor, [contactId], { way: 'record' })
}
