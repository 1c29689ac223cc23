import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { changeCauses, listingKinds, verificationWays } from '../listing-change.ts'

const ListingChangeRow = z.object({
  id: z.number().int(),
  kind: z.enum(listingKinds),
  listingId: Id,
  version: z.number().int(),
  changedOn: Timestamp,
  accountId: Id.nullable(),
  cause: z.enum(changeCauses),
  fields: z.array(z.string()),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})

const ListingFieldRow = z.object({
  kind: z.enum(listingKinds),
  listingId: Id,
  field: z.string(),
  editedOn: Timestamp.nullable(),
  editedBy: Id.nullable(),
  verifiedOn: Timestamp.nullable(),
  verifiedBy: Id.nullable(),
  verifiedHow: z.enum(verificationWays).nullable(),
})

/** The tables that only this feature writes. */
export const listingsTables: Record<string, z.ZodObject> = {
  listing_change: ListingChangeRow,
  listing_field: ListingFieldRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    listingChange: TableFor<z.infer<typeof ListingChangeRow>, 'id' | 'changedOn' | 'accountId'>
    listingField: TableFor<
      z.infer<typeof ListingFieldRow>,
      'editedOn' | 'editedBy' | 'verifiedOn' | 'verifiedBy' | 'verifiedHow'
    >
  }
}
