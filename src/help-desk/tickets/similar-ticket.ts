import { z } from 'zod'
import { line } from '#platform/schema/fields.ts'
import { SupportRequestRow } from './support-request.ts'

/** The text entered so far. */
export const WrittenSoFar = z.object({ text: line(1000) })

/** A ticket that may be about the same problem. */
export const SimilarTicket = SupportRequestRow.pick({
  id: true,
  ticketNumber: true,
  createdOn: true,
  status: true,
}).extend({
  /** of the description */
  beginning: z.string(),
  /** for a closed ticket: the beginning of support's last public note */
  answer: z.string().nullable(),
})
export type SimilarTicket = z.infer<typeof SimilarTicket>
export const SimilarTickets = z.object({ items: z.array(SimilarTicket) })
export type SimilarTickets = z.infer<typeof SimilarTickets>
