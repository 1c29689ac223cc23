import type { Task } from '#platform/server/jobs.ts'
import { nobody } from '#platform/server/message-kind.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { listSubscribers } from '../notify-subscribers.ts'
import { lockTicket } from '../support-request-queries.ts'
import { sendTicketMail } from '../ticket-mail.ts'

export const acknowledgeTask = 'acknowledge-ticket'

export interface AcknowledgeServices extends HelpDeskServices {
  /** within how many working hours half of all requests are answered; null if there were too few to tell */
  usualResponseHours: () => Promise<number | null>
}

/** Mails the reporter, if they want mail, that the ticket arrived and when to expect an answer. */
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
