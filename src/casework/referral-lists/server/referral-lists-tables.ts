import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const ReferralBulkRow = z.object({ id: Id, accountId: Id, action: z.string(), createdOn: Timestamp })
const ReferralBulkItemRow = z.object({
  bulkId: Id,
  referralId: Id,
  outcome: z.enum(['done', 'unchanged']),
  formerAssigneeId: Id.nullable(),
  version: z.number().int(),
  undoneOn: Timestamp.nullable(),
  notifiedOn: Timestamp.nullable(),
})

/** The tables that only this feature writes. */
export const referralListsTables: Record<string, z.ZodObject> = {
  referral_bulk: ReferralBulkRow,
  referral_bulk_item: ReferralBulkItemRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    referralBulk: TableFor<z.infer<typeof ReferralBulkRow>, 'createdOn'>
    referralBulkItem: TableFor<z.infer<typeof ReferralBulkItemRow>, 'formerAssigneeId' | 'undoneOn' | 'notifiedOn'>
  }
}
