import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** When a ticket was first answered and last closed; triggers maintain the table. */
export const TicketTimesRow = z.object({
  supportRequestId: Id,
  createdOn: Timestamp,
  organizationId: Id.nullable(),
  /** positions in the lists of types and priorities, from 1 */
  typeRank: z.number().int(),
  priorityRank: z.number().int(),
  isOpen: z.boolean(),
  firstResponseOn: Timestamp.nullable(),
  closedOn: Timestamp.nullable(),
  /** whether it counts in the ticket into which it was merged */
  isMerged: z.boolean(),
})
export type TicketTimesRow = z.infer<typeof TicketTimesRow>

declare module '#platform/server/database.ts' {
  interface Tables {
    supportRequestTimes: TicketTimesRow
  }
}
