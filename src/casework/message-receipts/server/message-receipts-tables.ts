import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const MessageReceiptRow = z.object({
  referralId: Id,
  organizationId: Id,
  sequence: z.number().int(),
  seenOn: Timestamp,
})

/** The tables that only this feature writes. */
export const messageReceiptsTables: Record<string, z.ZodObject> = { message_receipt: MessageReceiptRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    messageReceipt: TableFor<z.infer<typeof MessageReceiptRow>, 'seenOn'>
  }
}
