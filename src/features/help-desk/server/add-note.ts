import type { Actor } from '#platform/schema/roles.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeTicket, seesInternalNotes } from '../help-desk-policy.ts'
import type { NewNote, SupportRequestNote } from '../support-request-call.ts'
import { listNotes } from './activity-queries.ts'
import { mention } from './answering/mention.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { demandTakesNotes } from './merging/ticket-merged.ts'
import { type LockedTicket, lockTicket } from './support-request-queries.ts'
import { publishTicket } from './tell-about-ticket.ts'
import { tellSubscribers } from './tell-subscribers.ts'

/**
 * Adds a note to a ticket that the actor sees.
 * @throws problem forbidden for an internal note by somebody who may not read one; ticket-merged when another ticket is the place for it
 */
export const addNote = (
  { database, config }: HelpDeskServices,
  actor: Actor,
  id: string,
  given: NewNote,
): Promise<SupportRequestNote> =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, id)
    if (!ticket || !maySeeTicket(actor, ticket)) throw problem('not-found')
    if (given.visibility === 'internal' && !seesInternalNotes(actor)) throw problem('forbidden')
    await demandTakesNotes(transaction, actor, ticket)
    const noteId = await writeNote({ database: transaction, config }, ticket, actor, { ...given, source: 'screen' })
    const [note] = await listNotes(transaction, actor, [id], noteId)
    return note as SupportRequestNote
  })

/**
 * Writes a note of somebody who may, and tells whom it concerns, all in the caller's transaction.
 * @returns its id
 */
export async function writeNote(
  { database, config }: HelpDeskServices & { database: InTransaction },
  ticket: LockedTicket,
  author: Pick<Actor, 'accountId'>,
  { noteText, visibility, source, mentionedAccountIds }: NewNote & Pick<SupportRequestNote, 'source'>,
) {
  const { id } = await database
    .insertInto('supportRequestNote')
    .values({ supportRequestId: ticket.id, noteText, visibility, source, createdBy: author.accountId })
    .returning('id')
    .modifyEnd(keptPlan)
    .executeTakeFirstOrThrow()
  const mentioned = await mention(
    database,
    ticket,
    { id, visibility },
    { authorId: author.accountId, accountIds: mentionedAccountIds },
  )
  await tellSubscribers({ database, config }, ticket, author, { kind: 'note', key: id, visibility, mentioned })
  await publishTicket(database, ticket, visibility)
  return id
}
