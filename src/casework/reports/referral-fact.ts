import { z } from 'zod'
import { Day, Id } from '#platform/schema/fields.ts'

/** The states of a referral that reports tell apart; `referral_status_class` in SQL derives them from its status. */
export const statusClasses = [
  'waiting',
  'seen',
  'open',
  'declined',
  'expired',
  'forwarded',
  'resolved',
  'unresolved',
  'recalled',
] as const
export type StatusClass = (typeof statusClasses)[number]

export const ageBands = ['0-5', '6-17', '18-24', '25-44', '45-64', '65+'] as const

const minutes = z.number().int().nullable()

/**
 * What reports count: a referral that was ever sent. Triggers keep it; `referral_fact_source` in SQL defines it. What
 * was shared about the person is as of the sending, and null if unknown or erased. Minutes are on working days, from
 * sending, and null if it has not happened.
 */
export const ReferralFact = z.object({
  referralId: Id,
  requestId: Id,
  /** whom it is about; it follows when records are merged */
  contactId: Id,
  /** in the portal's time zone */
  sentDay: Day,
  senderId: Id,
  recipientId: Id,
  serviceId: Id.nullable(),
  need: z.string(),
  zip: z.string().nullable(),
  /** its FIPS code */
  county: z.string().nullable(),
  state: z.string().nullable(),
  language: z.string().nullable(),
  ageBand: z.enum(ageBands).nullable(),
  statusClass: z.enum(statusClasses),
  /** of a decline or of a closing without help; free text counts as other */
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  minutesToView: minutes,
  minutesToAnswer: minutes,
  minutesToContact: minutes,
  minutesToClose: minutes,
  /** which try for the need it is, from 1 */
  attemptNo: z.number().int(),
  /** sent to an organization where nobody had an account, and not confirmed since: the recipient does not know of it */
  isHeld: z.boolean(),
  /** false where the recipient gave up or lost the right to the person's details */
  recipientSeesPerson: z.boolean(),
  /** in which counts of a report it is; derived from the other columns, by the database */
  marks: z.number().int(),
})
export type ReferralFact = z.infer<typeof ReferralFact>
