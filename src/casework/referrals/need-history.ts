import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { ReferralRequest } from './referral.ts'

/** One step of a try to meet a need. */
export const TimelineStep = z.object({
  id: Id,
  referralId: Id,
  /** who was asked */
  organizationName: z.string(),
  action: z.string(),
  /** as its list names it */
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  createdOn: Timestamp,
})
export type TimelineStep = z.infer<typeof TimelineStep>

/** A need of a person, and everything that was tried for it, in any organization, oldest first. */
export const NeedHistory = ReferralRequest.pick({ id: true, need: true, urgency: true, createdOn: true }).extend({
  isOpen: z.boolean(),
  /** false: it is the need of somebody else in the household, and was sent for both */
  isOwn: z.boolean(),
  /** when the last try ended, of a need that is not open any more */
  endedOn: Timestamp.nullable(),
  steps: z.array(TimelineStep),
})
export type NeedHistory = z.infer<typeof NeedHistory>
