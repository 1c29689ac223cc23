import { z } from 'zod'
import { listingKinds } from '#directory/listings/listing-change.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { pairStates } from '../duplicate-pair.ts'

const DuplicateKeyRow = z.object({ kind: z.enum(listingKinds), key: z.string(), listingId: Id })

const DuplicatePairRow = z.object({
  id: Id,
  kind: z.enum(listingKinds),
  firstId: Id,
  secondId: Id,
  score: z.number().int(),
  state: z.enum(pairStates),
  laterOn: Day.nullable(),
  decidedBy: Id.nullable(),
  decidedOn: Timestamp.nullable(),
  foundOn: Timestamp,
})

/** The tables that only this feature writes. */
export const duplicatesTables: Record<string, z.ZodObject> = {
  duplicate_key: DuplicateKeyRow,
  duplicate_pair: DuplicatePairRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    duplicateKey: TableFor<z.infer<typeof DuplicateKeyRow>>
    duplicatePair: TableFor<
      z.infer<typeof DuplicatePairRow>,
      'id' | 'state' | 'laterOn' | 'decidedBy' | 'decidedOn' | 'foundOn'
    >
  }
}
