import type { Actor } from '#platform/schema/roles.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeTicket } from '../help-desk-policy.ts'
import type { SupportRequestNote } from '../support-request-call.ts'
import { listNotes } from './activity-queries.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { lockTicket } from './support-request-queries.ts'
import { publishTicket } from './tell-about-ticket.ts'
import { tellSubscribers } from './tell-subscribers.ts'

/** Adds a note to a ticket that the actor sees. */
export const addNote = (
  { database, config }: HelpDeskServices,
  actor: Actor,
  id: string,
  noteText: string,
): Promise<SupportRequestNote> =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, id)
    if (!ticket || !maySeeTicket(actor, ticket)) throw problem('not-found')
    const { id: noteId } = await transaction
      .insertInto('supportRequestNote')
      .values({ supportRequestId: id, noteText, createdBy: actor.accountId })
      .returning('id')
      .modifyEnd(keptPlan)
      .executeTakeFirstOrThrow()
    await tellSubscribers({ database: transaction, config }, ticket, actor, { kind: 'note', key: noteId })
    await publishTicket(transaction, ticket)
    const [note] = await listNotes(transaction, id, noteId)
    return note as SupportRequestNote
  })
