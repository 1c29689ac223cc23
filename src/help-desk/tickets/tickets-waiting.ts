import { z } from 'zod'
import { SupportRequestRow } from './support-request.ts'
import { TicketCounts } from './support-request-call.ts'

const count = z.number().int()

/** What waits for the reader. Nothing is counted beyond `most`. */
export const TicketsWaiting = TicketCounts.pick({ most: true }).extend({
  /** of who handles tickets; null for others */
  desk: z
    .object({
      /** of tickets that need an answer: all, and those that are the reader's or nobody's */
      needsAnswer: count,
      needsMyAnswer: count,
      /** of tickets that are not closed */
      mine: count,
      unassigned: count,
      /** the one that has waited longest for an answer */
      oldest: SupportRequestRow.pick({
        id: true,
        ticketNumber: true,
        createdOn: true,
        needsAnswerSince: true,
      }).nullable(),
    })
    .nullable(),
  /** of the tickets that the reader filed: those that support answered since the reader opened them last */
  newAnswers: count,
})
export type TicketsWaiting = z.infer<typeof TicketsWaiting>

/** What somebody who handles tickets wants to be told by mail. */
export const HelpDeskPreference = z.object({
  /** that somebody who does not handle tickets wrote in a ticket of theirs */
  mailsOfAnswers: z.boolean(),
})
export type HelpDeskPreference = z.infer<typeof HelpDeskPreference>
export const standardHelpDeskPreference: HelpDeskPreference = { mailsOfAnswers: true }
