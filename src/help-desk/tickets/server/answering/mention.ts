import type { Actor } from '#platform/schema/roles.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { SupportRequestNote } from '../../support-request-call.ts'
import type { LockedTicket } from '../support-request-queries.ts'
import { insertMentions, listOfferedAmong } from './mention-queries.ts'

/** Makes the tabs of one account reload its mentions. */
export const publishMention = (database: InTransaction, accountId: string) =>
  publishEvent(database, {
    type: 'supportRequestMention',
    subjectId: accountId,
    audience: [`account:${accountId}`],
  })

/**
 * Records whom a note mentions, and notifies them in the portal.
 * @throws 400 at mentionedAccountIds for an account that is not offered to the author; the error reveals nothing else
 * @returns the mentioned accounts, without duplicates
 */
export async function mention(
  transaction: InTransaction,
  ticket: LockedTicket,
  { id, visibility }: Pick<SupportRequestNote, 'id' | 'visibility'>,
  { author, accountIds }: { author: Pick<Actor, 'accountId' | 'roles'>; accountIds: readonly string[] },
) {
  const asked = [...new Set(accountIds)].filter((accountId) => accountId !== author.accountId)
  if (asked.length === 0) return []
  const readers = await listOfferedAmong(transaction, ticket, author, { visibility, ids: asked })
  if (readers.length < asked.length) throw fieldProblem('mentionedAccountIds', 'mention-unknown')
  await insertMentions(transaction, id, readers)
  for (const accountId of readers.toSorted()) await publishMention(transaction, accountId)
  return readers
}
