import { z } from 'zod'
import { deliveryFailures } from '#identity/preferences/undelivered.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** Why a notice about a referral was sent to its recipient's side. */
export const deliveryPurposes = ['arrival', 'reminder', 'invitation'] as const

/** What became of one message that a referral caused. */
export const ReferralDeliveryRow = z.object({
  id: Id,
  referralId: Id,
  messageId: Id,
  purpose: z.enum(deliveryPurposes),
  channel: z.enum(['email', 'sms']),
  /** null for an invitation */
  accountId: Id.nullable(),
  maskedAddress: z.string(),
  queuedOn: Timestamp,
  /** when the mail server or the text service accepted it */
  handedOverOn: Timestamp.nullable(),
  /** refused, or returned later */
  failedOn: Timestamp.nullable(),
  failure: z.enum(deliveryFailures).nullable(),
  leftOutOn: Timestamp.nullable(),
})
export type ReferralDeliveryRow = z.infer<typeof ReferralDeliveryRow>
