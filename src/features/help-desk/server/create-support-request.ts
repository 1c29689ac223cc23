import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { NewSupportRequest, SupportRequest } from '../support-request-call.ts'
import { getSupportRequest } from './get-support-request.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { insertTicket, setSubscription } from './support-request-queries.ts'
import { publishTicket } from './tell-about-ticket.ts'

/** Opens a ticket for the actor and their organization, with the next number. */
export async function createSupportRequest(
  database: Database,
  actor: Actor,
  { receiveEmailUpdates, ...given }: NewSupportRequest,
): Promise<SupportRequest> {
  const id = randomUUID()
  const { accountId: createdBy, organizationId } = actor
  await database.transaction().execute(async (transaction) => {
    await recordTicketChange(transaction, actor, id, { field: 'created', to: 'Open' })
    await publishTicket(transaction, { id, organizationId, createdBy })
    await insertTicket(transaction, { ...given, id, organizationId, createdBy })
    if (receiveEmailUpdates) await setSubscription(transaction, id, createdBy, true)
  })
  // Read after the commit: until then the next ticket waits for its number.
  return getSupportRequest(database, actor, id)
}
