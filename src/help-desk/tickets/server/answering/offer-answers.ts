import { fillPlaceholders, type OfferedAnswers } from '#help-desk/canned-answers/canned-answer.ts'
import { findOffered } from '#help-desk/canned-answers/server/canned-answers-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { requireVisible } from '../get-support-request.ts'
import { findTicket } from '../support-request-queries.ts'

/** A ticket's reporter, or its agent. */
const getPerson = (database: Database, accountId: string) =>
  database
    .selectFrom(accountPerson.as('person'))
    .select(['firstName', 'lastName', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

/**
 * Canned answers for a ticket, in its reporter's language, with the placeholders filled in.
 * @param text words to look for
 */
export async function offerAnswers(
  database: Database,
  actor: Actor,
  ticketId: string,
  text: string | undefined,
): Promise<OfferedAnswers> {
  const { id, createdBy } = await requireVisible(database, actor, ticketId)
  const ticket = await findTicket(database, actor, id)
  const [reporter, agent] = [await getPerson(database, createdBy), await getPerson(database, actor.accountId)]
  const values = {
    firstName: reporter.firstName,
    ticketNumber: ticket?.ticket.ticketNumber ?? '',
    agentName: `${agent.firstName} ${agent.lastName}`,
  }
  const offered = await findOffered(database, text, reporter.language)
  return {
    language: reporter.language,
    items: offered.map((answer) => ({ ...answer, text: fillPlaceholders(answer.text, values) })),
  }
}
