import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { SupportRequestFile } from './attached-file.ts'
import { SupportRequestRow } from './support-request.ts'

const row = SupportRequestRow.shape
const contact = z.object({ firstName: z.string(), lastName: z.string() })

/**
 * Where support goes on with a ticket that was merged. How it stands there is told to whoever sees the merged one; which
 * ticket it is, only to who may see that one too.
 */
export const MergedInto = z.object({
  ticket: SupportRequestRow.pick({ id: true, ticketNumber: true }).nullable(),
  status: row.status,
})
export type MergedInto = z.infer<typeof MergedInto>

/** The merge of an opened ticket. `takesNotes` while it has readers who do not see the ticket that it was merged into. */
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
