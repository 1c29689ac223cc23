import { type RawBuilder, sql } from 'kysely'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Mention } from '../mention.ts'
import type { ReferralMentionRow } from './message-mentions-tables.ts'

/** Records who is mentioned in a message. */
export async function recordMentions(
  database: Database,
  message: Pick<ReferralMentionRow, 'messageId' | 'referralId' | 'sequence'>,
  accountIds: readonly string[],
) {
  if (accountIds.length === 0) return
  const rows = accountIds.map((accountId) => ({ ...message, accountId }))
  await database.insertInto('referralMention').values(rows).execute()
}

/** Who is mentioned in which message of a referral. */
export const listMentions = (database: Database, referralId: string) =>
  database
    .selectFrom('referralMention')
    .select(['accountId', 'sequence'])
    .where('referralId', '=', referralId)
    .execute()

/** The people mentioned in a message, in SQL. @param message the alias of its row */
export const mentionsOf = (message: RawBuilder<unknown>, readerId: string | null) =>
  sql<
    Mention[]
  >`coalesce((select jsonb_agg(jsonb_build_object('name', person.name, 'isMe', person.id is not distinct from ${readerId}::uuid))
    from referral_mention mention join ${accountPerson.as('person')} on person.id = mention.account_id
    where mention.message_id = ${message}.id), '[]')`
