import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { NewSupportRequest, SupportRequest } from '../support-request-call.ts'
import { getSupportRequest } from './get-support-request.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { setSubscription, takeNumber } from './support-request-queries.ts'
import { publishTicket } from './tell-about-ticket.ts'

/** Opens a ticket for the actor and their organization, with the next number. */
export async function createSupportRequest(
  database: Database,
  actor: Actor,
  { receiveEmailUpdates, ...given }: NewSupportRequest,
): Promise<SupportRequest> {
  const id = await database.transaction().execute(async (transaction) => {
    const ticket = await transaction
      .insertInto('supportRequest')
      .values({
        ...given,
        ...(await takeNumber(transaction)),
        organizationId: actor.organizationId,
        createdBy: actor.accountId,
      })
      .returning(['id', 'organizationId', 'createdBy'])
      .executeTakeFirstOrThrow()
    if (receiveEmailUpdates) await setSubscription(transaction, ticket.id, actor.accountId, true)
    await recordTicketChange(transaction, actor, ticket.id, { field: 'created', to: 'Open' })
    await publishTicket(transaction, ticket)
    return ticket.id
  })
  // Read after the commit: until then the next ticket waits for its number.
  return getSupportRequest(database, actor, id)
}
