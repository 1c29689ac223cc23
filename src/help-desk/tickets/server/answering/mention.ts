import type { Actor } from '#platform/schema/roles.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { SupportRequestNote } from '../../support-request-call.ts'
import type { LockedTicket } from '../support-request-queries.ts'
import { insertMentions, listOfferedAmong } from './mention-queries.ts'

/** Has the tabs of one account ask for its mentions again. */
export const publishMention = (database: InTransaction, accountId: string) =>
  publishEvent(database, {
    type: 'supportRequestMention',
    subjectId: accountId,
    audience: [`account:${accountId}`],
  })

/**
 * Writes down whom a note mentions, and lets them know in the portal.
 * @throws a 400 at mentionedAccountIds for somebody whom the list does not offer the author, which says no more of them
 * @returns who is mentioned, each once
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
