import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'

const ReferralMentionRow = z.object({
  messageId: Id,
  accountId: Id,
  referralId: Id,
  sequence: z.number().int(),
})
export type ReferralMentionRow = z.infer<typeof ReferralMentionRow>

/** The tables that only this feature writes. */
export const messageMentionsTables: Record<string, z.ZodObject> = { referral_mention: ReferralMentionRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    referralMention: TableFor<ReferralMentionRow, never>
  }
}
