import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** When a ticket was answered first and closed last, as its table holds it; triggers write it. */
export const TicketTimesRow = z.object({
  supportRequestId: Id,
  createdOn: Timestamp,
  organizationId: Id.nullable(),
  /** places in the lists of types and priorities, from 1 */
  typeRank: z.number().int(),
  priorityRank: z.number().int(),
  isOpen: z.boolean(),
  firstResponseOn: Timestamp.nullable(),
  closedOn: Timestamp.nullable(),
  /** it counts in the ticket that it was merged into */
  isMerged: z.boolean(),
})
export type TicketTimesRow = z.infer<typeof TicketTimesRow>

declare module '#platform/server/database.ts' {
  interface Tables {
    supportRequestTimes: TicketTimesRow
  }
}
