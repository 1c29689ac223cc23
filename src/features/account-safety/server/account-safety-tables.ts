import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const ImpersonationRow = z.object({
  sessionId: Id,
  impersonatorId: Id,
  accountId: Id,
  reason: z.string().nullable(),
  begunOn: Timestamp,
  endsOn: Timestamp,
  endedOn: Timestamp.nullable(),
})

const NotMeLinkRow = z.object({
  codeHash: z.string(),
  accountId: Id,
  kind: z.string(),
  sentTo: z.string().nullable(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
})

/** The tables that this feature alone writes. */
export const accountSafetyTables: Record<string, z.ZodObject> = {
  impersonation: ImpersonationRow,
  not_me_link: NotMeLinkRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    impersonation: TableFor<z.infer<typeof ImpersonationRow>, 'begunOn' | 'endsOn'>
    notMeLink: TableFor<z.infer<typeof NotMeLinkRow>, 'createdOn' | 'expiresOn'>
  }
}
