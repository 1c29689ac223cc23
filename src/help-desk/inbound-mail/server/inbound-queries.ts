import { sql } from 'kysely'
import { lockStanding } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/**
 * The author of a reply; undefined if the account is deactivated, not approved, not confirmed, frozen, or must reset
 * its password first.
 */
export async function findCorrespondent(database: Database, accountId: string) {
  const writer = await lockStanding(database, accountId)
  if (!writer?.mayReceive || writer.forcePasswordReset) return undefined
  const { email, language, organizationId, roles } = writer
  return { accountId, email, language, organizationId, roles }
}

/** Serializes the mails of one account until the transaction ends. */
export const lockMailbox = (database: Database, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('inbound-mail:' || ${accountId}::text, 0))`.execute(database)

export const wasTaken = async (database: Database, key: string) =>
  (await database.selectFrom('inboundMail').select('key').where('key', '=', key).executeTakeFirst()) !== undefined

export const countWithinHour = async (database: Database, accountId: string) =>
  (
    await sql<{ count: number }>`select count(*) as count from inbound_mail
      where account_id = ${accountId}::uuid and received_on > now() - interval '1 hour'`.execute(database)
  ).rows[0]?.count ?? 0

export const insertInboundMail = (database: Database, row: { key: string; accountId: string; noteId: string }) =>
  database.insertInto('inboundMail').values(row).execute()
