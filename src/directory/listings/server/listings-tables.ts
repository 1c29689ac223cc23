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

/** What a listing took of one field from the one that was merged into it. */
export type TakenField =
  /** A single value: its own, and the one it took; the rows of its own, if they are to be brought back. */
  | { own: unknown; given: unknown; rows?: Record<string, unknown>[] }
  /** What was added to a list. */
  | { items: unknown[] }

const ListingMergeRow = z.object({
  id: Id,
  kind: z.enum(listingKinds),
  fromId: Id,
  intoId: Id,
  taken: z.record(z.string(), z.unknown()),
  seen: z.record(z.string(), z.unknown()),
  mergedBy: Id.nullable(),
  mergedOn: Timestamp,
  undoneBy: Id.nullable(),
  undoneOn: Timestamp.nullable(),
})

/** The tables that only this feature writes. */
export const listingsTables: Record<string, z.ZodObject> = {
  listing_change: ListingChangeRow,
  listing_field: ListingFieldRow,
  listing_merge: ListingMergeRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    listingChange: TableFor<z.infer<typeof ListingChangeRow>, 'id' | 'changedOn' | 'accountId'>
    listingMerge: TableFor<z.infer<typeof ListingMergeRow>, 'id' | 'mergedBy' | 'mergedOn' | 'undoneBy' | 'undoneOn'>
    listingField: TableFor<
      z.infer<typeof ListingFieldRow>,
      'editedOn' | 'editedBy' | 'verifiedOn' | 'verifiedBy' | 'verifiedHow'
    >
  }
}
