import { z } from 'zod'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const ListingCheckRow = z.object({
  serviceId: Id,
  organizationId: Id,
  importance: z.number().int(),
  startedOn: Timestamp,
  mailsSent: z.number().int(),
  nextOn: Day.nullable(),
})

const ListingCheckLinkRow = z.object({
  codeHash: z.string(),
  accountId: Id,
  organizationId: Id,
  serviceIds: z.array(Id),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
})

/** The tables that only this feature writes. */
export const freshnessTables: Record<string, z.ZodObject> = {
  listing_check: ListingCheckRow,
  listing_check_link: ListingCheckLinkRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    listingCheck: TableFor<z.infer<typeof ListingCheckRow>, 'importance' | 'startedOn' | 'mailsSent' | 'nextOn'>
    listingCheckLink: TableFor<z.infer<typeof ListingCheckLinkRow>, 'createdOn' | 'usedOn'>
  }
}
