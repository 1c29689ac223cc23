import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'
import { handlesTickets } from '../help-desk-policy.ts'
import type { NewSupportRequest, SupportRequest } from '../support-request-call.ts'
import { acknowledgeTask } from './filing/acknowledge-request.ts'
import { claimFilingKey, digestOf, dropOldFilingKeys } from './filing/filing-key.ts'
import { getSupportRequest } from './get-support-request.ts'
import { insertTicket, type NewTicket } from './support-request-queries.ts'
import { ticketProblem } from './ticket-problem.ts'

/**
 * Creates a ticket for the actor and their organization, with the next number.
 * @param key an idempotency key: a repeated call returns the existing ticket
 * @throws problem already-filed, with that ticket, if something else was filed under the key
 */
export async function createSupportRequest(
  database: Database,
  actor: Actor,
  given: NewSupportRequest,
  key?: string,
): Promise<SupportRequest> {
  const id = randomUUID()
  const ticket = {
    ...given,
    id,
    organizationId: actor.organizationId,
    createdBy: actor.accountId,
    isQuestion: !handlesTickets(actor),
  }
  const earlier = key ? await fileUnder(database, key, ticket, given) : await file(database, ticket)
  // Read after the commit: until then the next ticket waits for its number.
  const filed = await getSupportRequest(database, actor, earlier?.supportRequestId ?? id)
  if (earlier && earlier.given !== digestOf(given)) throw ticketProblem('already-filed', { extra: { current: filed } })
  return filed
}

/** If the reporter wants mail, confirms that the request arrived. */
const enqueueAcknowledgement = async (database: Database, { id, receiveEmailUpdates }: NewTicket) => {
  if (receiveEmailUpdates) await addJob(database, acknowledgeTask, { id })
}

const file = (database: Database, ticket: NewTicket) =>
  ticket.receiveEmailUpdates
    ? database.transaction().execute(async (transaction) => {
        await Promise.all([enqueueAcknowledgement(transaction, ticket), insertTicket(transaction, ticket)])
      })
    : insertTicket(database, ticket)

/** @returns what was filed under this key before; then nothing is written */
const fileUnder = (database: Database, key: string, ticket: NewTicket, given: NewSupportRequest) =>
  database.transaction().execute(async (transaction) => {
    const { id: supportRequestId, createdBy: accountId } = ticket
    const filed = await claimFilingKey(transaction, { accountId, key, supportRequestId, given: digestOf(given) })
    if (filed) return filed
    await Promise.all([
      dropOldFilingKeys(transaction, accountId),
      enqueueAcknowledgement(transaction, ticket),
      insertTicket(transaction, ticket),
    ])
  })
