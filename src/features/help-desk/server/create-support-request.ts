import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { NewSupportRequest, SupportRequest } from '../support-request-call.ts'
import { digestOf, type Filed, takeFilingKey } from './filing/filing-key.ts'
import { getSupportRequest } from './get-support-request.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { insertTicket, setSubscription } from './support-request-queries.ts'
import { publishTicket } from './tell-about-ticket.ts'

/**
 * Opens a ticket for the actor and their organization, with the next number.
 * @param key under which the same call may come again: it then answers the ticket that was made
 * @throws problem already-filed, with that ticket, when something else was filed under the key
 */
export async function createSupportRequest(
  database: Database,
  actor: Actor,
  given: NewSupportRequest,
  key?: string,
): Promise<SupportRequest> {
  const { receiveEmailUpdates, ...columns } = given
  const id = randomUUID()
  const { accountId: createdBy, organizationId } = actor
  const filing: Filed = { supportRequestId: id, given: digestOf(given) }
  const earlier = await database.transaction().execute(async (transaction) => {
    const filed = key ? await takeFilingKey(transaction, { ...filing, accountId: createdBy, key }) : undefined
    if (filed) return filed
    await recordTicketChange(transaction, actor, id, { field: 'created', to: 'Open' })
    await publishTicket(transaction, { id, organizationId, createdBy })
    await insertTicket(transaction, { ...columns, id, organizationId, createdBy })
    if (receiveEmailUpdates) await setSubscription(transaction, id, createdBy, true)
  })
  // Read after the commit: until then the next ticket waits for its number.
  const ticket = await getSupportRequest(database, actor, earlier?.supportRequestId ?? id)
  if (earlier && earlier.given !== filing.given) throw problem('already-filed', { extra: { current: ticket } })
  return ticket
}
