import type { Generated } from 'kysely'
import { z } from 'zod'
import { promiseStages } from '#casework/response-times/response-promise.ts'
import { Need } from '#directory/needs/need.ts'
import { Day, Email, Id, line, paragraphs, Timestamp } from '#platform/schema/fields.ts'
import { OverrideReason } from './consent-override.ts'
import { ContactMethod } from './first-contact.ts'
import { referralStatuses } from './referral-machine.ts'
import { requestStatuses } from './referral-request-status.ts'

/** The state of a claim's review; approval consumes its link. */
export const claimStatuses = ['pending', 'more-asked', 'refused'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** Based on FHIR's request priorities. */
export const urgencies = ['routine', 'urgent', 'asap'] as const

export const ReferralRequest = z.object({
  id: Id,
  organizationId: Id,
  contactId: Id,
  need: Need,
  urgency: z.enum(urgencies).meta({ title: 'Urgency' }),
  neededBy: Day.nullable().meta({ title: 'Needed by', format: 'date' }),
  note: paragraphs(4000).nullable().meta({ title: 'Note', format: 'paragraphs' }),
  status: z.enum(requestStatuses),
  createdBy: Id,
  createdOn: Timestamp,
  changedOn: Timestamp,
})
export type ReferralRequest = z.infer<typeof ReferralRequest>

/** What is shared about a person, as of when the referral was sent. */
export const SharedPerson = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: Day.nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  language: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
})
export type SharedPerson = z.infer<typeof SharedPerson>

export const ReferralRow = z.object({
  id: Id,
  requestId: Id,
  parentId: Id.nullable(),
  parentRelation: z.enum(['forward', 'reopen']).nullable(),
  senderOrganizationId: Id,
  recipientOrganizationId: Id,
  serviceId: Id.nullable(),
  status: z.enum(referralStatuses).meta({ title: 'Status' }),
  directedToId: Id.nullable(),
  assigneeId: Id.nullable(),
  contactFirstName: line(100).nullable().meta({ title: 'First Name' }),
  contactLastName: line(100).nullable().meta({ title: 'Last Name' }),
  contactEmail: Email.nullable().meta({ title: 'Email', format: 'email' }),
  snapshot: SharedPerson.nullable(),
  consentId: Id.nullable(),
  consentOverrideReason: OverrideReason.nullable(),
  /** the sender's explanation */
  consentOverrideText: z.string().nullable(),
  searchText: z.string(),
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  reviewOn: Day.nullable(),
  sentOn: Timestamp.nullable(),
  /** null while the referral is held: sent to an organization where nobody had an account, and not confirmed since */
  recipientConfirmedOn: Timestamp.nullable(),
  firstViewedOn: Timestamp.nullable(),
  respondedOn: Timestamp.nullable(),
  startedOn: Timestamp.nullable(),
  /** when and how the recipient first reached the person, as reported by them; null until then */
  firstContactOn: Timestamp.nullable(),
  firstContactBy: ContactMethod.nullable(),
  closedOn: Timestamp.nullable(),
  responseDueOn: Timestamp.nullable(),
  clockOn: Timestamp.nullable(),
  remindersSent: z.number().int(),
  /** what the recipient has to do next, and by when they promised it */
  promiseStage: z.enum(promiseStages).nullable(),
  promiseDueOn: Timestamp.nullable(),
  /** what the clock does next, and when */
  promiseAlert: z.enum(['warn', 'escalate']).nullable(),
  promiseAlertOn: Timestamp.nullable(),
  statusChangedOn: Timestamp,
  statusChangedBy: Id.nullable(),
  /** since when the recipient sees only the short name, because the consent was withdrawn */
  detailsEndedOn: Timestamp.nullable(),
  /** when the recipient asked the sender to reopen it */
  reopenAskedOn: Timestamp.nullable(),
  reopenAnsweredOn: Timestamp.nullable(),
  /** when the sender decided to stop trying for the need */
  settledOn: Timestamp.nullable(),
  /** since when somebody says that they got no help although the recipient says so, until the sender looked into it */
  helpDeniedOn: Timestamp.nullable(),
  messageCount: z.number().int(),
  lastMessageOn: Timestamp.nullable(),
  /** the last message for which notifications were sent */
  messagesNotified: z.number().int(),
  createdBy: Id,
  /** what its maker named the call that made it; the same call again makes nothing new */
  callId: Id.nullable(),
  createdOn: Timestamp,
  version: z.number().int(),
})
export type ReferralRow = z.infer<typeof ReferralRow>

export const ReferralEventRow = z.object({
  id: Id,
  sequence: z.number().int(),
  referralId: Id,
  action: z.string(),
  fromStatus: z.string().nullable(),
  toStatus: z.string(),
  actorId: Id.nullable(),
  organizationId: Id.nullable(),
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  note: z.string().nullable(),
  /** for a hold: when to check again */
  reviewOn: Day.nullable(),
  /** who took the step by a link, without an account */
  linkHolder: z.string().nullable(),
  createdOn: Timestamp,
})
export type ReferralEventRow = z.infer<typeof ReferralEventRow>

export const ReferralMessageRow = z.object({
  id: Id,
  referralId: Id,
  sequence: z.number().int(),
  /** null if it was written by a link */
  authorId: Id.nullable(),
  linkHolder: z.string().nullable(),
  organizationId: Id,
  /** empty if the message only carries files */
  text: paragraphs(4000).meta({ title: 'Message', format: 'paragraphs' }),
  createdOn: Timestamp,
  editedOn: Timestamp.nullable(),
})
export type ReferralMessageRow = z.infer<typeof ReferralMessageRow>

type TableOf<Row, Given extends keyof Row> = {
  [Column in keyof Row]: Column extends Given ? Row[Column] : Generated<Row[Column]>
}

export type ReferralTable = Omit<
  TableOf<ReferralRow, 'requestId' | 'senderOrganizationId' | 'recipientOrganizationId' | 'createdBy'>,
  'snapshot'
> & { snapshot: Generated<SharedPerson | null> }

declare module '#platform/server/database.ts' {
  interface Tables {
    referralRequest: TableOf<ReferralRequest, 'organizationId' | 'contactId' | 'need' | 'createdBy'>
    referral: ReferralTable
    referralEvent: TableOf<ReferralEventRow, 'referralId' | 'action' | 'toStatus'>
    referralMessage: TableOf<ReferralMessageRow, 'referralId' | 'sequence' | 'organizationId' | 'text'>
  }
}
