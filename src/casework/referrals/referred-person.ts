import { z } from 'zod'
import { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { SharedPerson } from './referral.ts'

/** Another person of the household whom a referral is also for. */
export const ReferralPersonRow = z.object({
  referralId: Id,
  contactId: Id,
  snapshot: SharedPerson.nullable(),
  consentId: Id.nullable(),
  /** since when the recipient sees only the short name, because the consent was withdrawn */
  detailsEndedOn: Timestamp.nullable(),
})
export type ReferralPersonRow = z.infer<typeof ReferralPersonRow>

/** The maximum number of other people on a referral. */
export const MOST_OTHERS = 29

/** Whom a referral is also for: IDs of people in the household of its person. */
export const AlsoForIds = z.array(Id).max(MOST_OTHERS).default([])

/** One of them, as a reader of the referral sees them. */
export const ReferredPerson = z.object({
  /** the record itself, for the organization that owns it */
  contactId: Id.nullable(),
  /** first name and initial */
  name: z.string(),
  /** null for readers who see only the name */
  person: SharedPerson.nullable(),
  /** how and when they may be contacted, as it is now */
  safeContact: SafeContact.nullable(),
  /** whether the recipient sees only the name since a consent was withdrawn */
  isEnded: z.boolean(),
})
export type ReferredPerson = z.infer<typeof ReferredPerson>
