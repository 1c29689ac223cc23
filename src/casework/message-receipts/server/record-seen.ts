import { type RawBuilder, sql } from 'kysely'
import { type Database, prepared } from '#platform/server/database.ts'

interface Seen {
  referralId: string
  organizationId: string
  /** the last message that was read */
  sequence: number
}

/** Records that somebody of an organization read up to a message, unless somebody there read as far before. */
export const recordSeen = async (database: Database, { referralId, organizationId, sequence }: Seen) => {
  if (sequence === 0) return
  await sql`insert into message_receipt (referral_id, organization_id, sequence)
    select ${referralId}::uuid, ${organizationId}::uuid, ${sequence}::integer where not exists (
      select from message_receipt where referral_id = ${referralId}::uuid and organization_id = ${organizationId}::uuid
        and sequence >= ${sequence}::integer)
    on conflict do nothing ${prepared}`.execute(database)
}

/** When the other organization first saw a message, in SQL; null if it did not. @param message the alias of its row */
export const messageSeenOn = (message: RawBuilder<unknown>) =>
  sql<string | null>`(select min(receipt.seen_on) from message_receipt receipt
    where receipt.referral_id = ${message}.referral_id and receipt.organization_id <> ${message}.organization_id
      and receipt.sequence >= ${message}.sequence)`

/** The last message of a referral that anybody of an organization read, in SQL. @param referral the alias of its row */
export const seenSequence = (referral: RawBuilder<unknown>, organizationId: string) =>
  sql<number>`coalesce((select max(receipt.sequence) from message_receipt receipt
    where receipt.referral_id = ${referral}.id and receipt.organization_id = ${organizationId}::uuid), 0)`
