import { z } from 'zod'
import { SupportRequestRow } from './support-request.ts'
import { TicketCounts } from './support-request-call.ts'

const count = z.number().int()

/** What waits for the reader. Counting stops at `most`. */
export const TicketsWaiting = TicketCounts.pick({ most: true }).extend({
  /** for people who handle tickets; null for others */
  desk: z
    .object({
      /** of tickets that need an answer: all, and those assigned to the reader or to nobody */
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
  /** of the reader's own tickets: those that support has answered since the reader last opened them */
  newAnswers: count,
})
export type TicketsWaiting = z.infer<typeof TicketsWaiting>

/** What people who handle tickets are notified of by mail. */
export const HelpDeskPreference = z.object({
  /** that a person who does not handle tickets wrote in one of their tickets */
  mailsOfAnswers: z.boolean(),
})
export type HelpDeskPreference = z.infer<typeof HelpDeskPreference>
export const standardHelpDeskPreference: HelpDeskPreference = { mailsOfAnswers: true }
