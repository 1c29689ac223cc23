import type { Task } from '#platform/server/jobs.ts'
import { nobody } from '#platform/server/message-kind.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { listSubscribers } from '../notify-subscribers.ts'
import { lockTicket } from '../support-request-queries.ts'
import { sendTicketMail } from '../ticket-mail.ts'

export const acknowledgeTask = 'acknowledge-ticket'

export interface AcknowledgeServices extends HelpDeskServices {
  /** in how many working hours half of all requests are answered; null when too few were to say */
  usualResponseHours: () => Promise<number | null>
}

/** Mails to who filed a ticket, and asked for mail, that it arrived and when an answer can be expected. */
export const acknowledgeRequest =
  ({ database, config, usualResponseHours }: AcknowledgeServices): Task =>
  async (payload) => {
    const { id } = payload as { id: string }
    const usualHours = await usualResponseHours()
    await database.transaction().execute(async (transaction) => {
      const ticket = await lockTicket(transaction, id)
      if (!ticket) return
      const reader = (await listSubscribers(transaction, ticket)).find(
        ({ accountId, isOnHold }) => accountId === ticket.createdBy && !isOnHold,
      )
      if (!reader) return
      await sendTicketMail(
        { database: transaction, config },
        {
          ticket,
          reader,
          about: nobody,
          kind: 'filed',
          words: {},
          usualHours,
          visibility: 'public',
          key: `filed:${id}`,
        },
      )
    })
  }
