import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { SupportRequestFile } from './attached-file.ts'
import { SupportRequestRow } from './support-request.ts'

const row = SupportRequestRow.shape
const contact = z.object({ firstName: z.string(), lastName: z.string() })

/**
 * The ticket where support continues with a merged one. Everyone who sees the merged ticket learns its status; only
 * people who may see the other ticket learn which one it is.
 */
export const MergedInto = z.object({
  ticket: SupportRequestRow.pick({ id: true, ticketNumber: true }).nullable(),
  status: row.status,
})
export type MergedInto = z.infer<typeof MergedInto>

/**
 * The merge of an opened ticket. `takesNotes` while it has readers who do not see the ticket into which it was merged.
 */
export const TicketMerge = z.object({
  id: Id,
  mergedOn: Timestamp,
  mergedBy: contact,
  takesNotes: z.boolean(),
})
export type TicketMerge = z.infer<typeof TicketMerge>

/** A ticket that was merged into the opened one and that the reader may see. */
export const MergedTicket = SupportRequestRow.pick({
  id: true,
  ticketNumber: true,
  createdOn: true,
  supportRequestType: true,
  description: true,
}).extend({
  fromOrganization: z.object({ name: z.string() }).nullable(),
  createdByPortalAccount: z.object({ email: z.string(), contact }),
  supportRequestFiles: z.array(SupportRequestFile),
  merge: TicketMerge,
})
export type MergedTicket = z.infer<typeof MergedTicket>
