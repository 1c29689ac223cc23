import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const InboundMailRow = z.object({
  key: z.string(),
  accountId: Id,
  noteId: Id,
  receivedOn: Timestamp,
})

/** The tables that only this feature writes. */
export const inboundMailTables: Record<string, z.ZodObject> = { inbound_mail: InboundMailRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    inboundMail: TableFor<z.infer<typeof InboundMailRow>, 'receivedOn'>
  }
}
