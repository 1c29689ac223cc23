import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

export const consentUseStages = ['unanswered', 'open', 'closed'] as const
/** A referral based on a consent whose recipient still sees the details. */
export const ConsentUse = z.object({
  /** of the referral */
  id: Id,
  organizationName: z.string(),
  stage: z.enum(consentUseStages),
  sentOn: Timestamp,
})
export type ConsentUse = z.infer<typeof ConsentUse>
export const ConsentUses = z.object({ items: z.array(ConsentUse), nextCursor: z.null() })

const Withdrawal = z.object({
  /** recipients immediately see only first name and initial */
  endAccess: z.boolean().default(true),
  /** unanswered referrals are also recalled */
  recall: z.boolean().default(false),
})
/** A call without a body means the defaults. */
export const WithdrawCall = z.preprocess((body) => body ?? {}, Withdrawal)
export type WithdrawCall = z.infer<typeof Withdrawal>
