import { z } from 'zod'
import { deliveryPurposes } from '#casework/referral-notices/referral-delivery.ts'
import { claimStatuses } from '#casework/referrals/referral.ts'
import { DirectReferralContact } from '#casework/referrals/referral-call.ts'
import { deliveryFailures } from '#identity/preferences/undelivered.ts'
import { Timestamp } from '#platform/schema/fields.ts'

const Failure = z.enum(deliveryFailures)

/** Messages of one kind that were sent together. Addresses are masked. */
const Notice = z.object({
  purpose: z.enum(deliveryPurposes),
  channel: z.enum(['email', 'sms']),
  queuedOn: Timestamp,
  people: z.number().int(),
  addresses: z.array(z.string()),
  waiting: z.number().int(),
  handedOver: z.number().int(),
  handedOverOn: Timestamp.nullable(),
  leftOut: z.number().int(),
  failures: z.array(z.object({ address: z.string(), failure: Failure })),
})
export type DeliveryNotice = z.infer<typeof Notice>

/** What the sender may know of a referral's way to its recipient. */
export const DeliveryProof = z.object({
  notices: z.array(Notice),
  /** who opened or answered it first */
  opened: z.object({ name: z.string().nullable(), on: Timestamp }).nullable(),
  /** the claim link that works, or was used last */
  link: z
    .object({
      openedOn: Timestamp.nullable(),
      claimedOn: Timestamp.nullable(),
      expiresOn: Timestamp,
      claim: z.enum([...claimStatuses, 'approved']).nullable(),
    })
    .nullable(),
  mayInviteAgain: z.boolean(),
  /** why the last invitation did not arrive, while another address helps */
  undelivered: Failure.nullable(),
})
export type DeliveryProof = z.infer<typeof DeliveryProof>

export const InviteAgain = DirectReferralContact.extend({ version: z.number().int() })
export type InviteAgain = z.infer<typeof InviteAgain>
