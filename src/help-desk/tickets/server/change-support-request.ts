import type { Actor } from '#platform/schema/roles.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeTicket } from '../help-desk-policy.ts'
import type { SupportRequest, SupportRequestChange } from '../support-request-call.ts'
import { getSupportRequest } from './get-support-request.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { publishMergedTickets } from './merging/publish-merged-tickets.ts'
import { requireUnmerged } from './merging/ticket-merged.ts'
import { publishTicket } from './notify-about-ticket.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { lockTicket, setSubscription } from './support-request-queries.ts'

/**
 * Saves a ticket's status and the actor's own e-mail updates.
 * @throws problem stale-version if it was saved since it was read, with the current ticket and both sides' values;
 * ticket-merged for a different status of a merged ticket
 */
export const changeSupportRequest = (
  { database, config }: HelpDeskServices,
  actor: Actor,
  given: SupportRequestChange,
): Promise<SupportRequest> =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, given.id)
    if (!ticket || !maySeeTicket(actor, ticket)) throw problem('not-found')
    if (ticket.version !== given.version)
      throw problem('stale-version', {
        extra: {
          current: await getSupportRequest(transaction, actor, ticket.id),
          conflicts: [{ path: 'status', yours: given.status, theirs: ticket.status }],
        },
      })
    const wasStatusChanged = ticket.status !== given.status
    if (wasStatusChanged) {
      await requireUnmerged(transaction, actor, ticket)
      await transaction
        .updateTable('supportRequest')
        .set({ status: given.status, version: ticket.version + 1, changedOn: new Date().toISOString() })
        .where('id', '=', ticket.id)
        .execute()
      const change = { from: ticket.status, to: given.status }
      await recordTicketChange(transaction, actor, ticket.id, { field: 'status', ...change })
      const key = `${ticket.id}:${ticket.version + 1}`
      await notifySubscribers({ database: transaction, config }, ticket, actor, { kind: 'status', key, ...change })
    }
    const isOn = given.receiveEmailUpdates
    const wasSubscriptionChanged = await setSubscription(transaction, ticket.id, actor.accountId, isOn)
    if (wasSubscriptionChanged)
      await recordTicketChange(transaction, actor, ticket.id, {
        field: 'receiveEmailUpdates',
        from: isOn ? 'No' : 'Yes',
        to: isOn ? 'Yes' : 'No',
      })
    if (wasStatusChanged) await publishMergedTickets(transaction, ticket)
    if (wasStatusChanged || wasSubscriptionChanged) await publishTicket(transaction, ticket)
    return getSupportRequest(transaction, actor, ticket.id)
  })
