import type { Actor } from '#platform/schema/roles.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeTicket } from '../../help-desk-policy.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { publishTicket } from '../notify-about-ticket.ts'
import { recordTicketChange } from '../record-ticket-change.ts'
import { lockTicket, setSubscription } from '../support-request-queries.ts'

/**
 * Turns the actor's own e-mail updates about a ticket on or off, without the version that saving the ticket requires.
 */
export const watchTicket = ({ database }: HelpDeskServices, actor: Actor, id: string, isOn: boolean) =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, id)
    if (!ticket || !maySeeTicket(actor, ticket)) throw problem('not-found')
    if (await setSubscription(transaction, ticket.id, actor.accountId, isOn)) {
      const [from, to] = isOn ? (['No', 'Yes'] as const) : (['Yes', 'No'] as const)
      await recordTicketChange(transaction, actor, ticket.id, { field: 'receiveEmailUpdates', from, to })
      await publishTicket(transaction, ticket)
    }
    return { receiveEmailUpdates: isOn }
  })
