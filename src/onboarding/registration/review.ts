import type { Generated } from 'kysely'
import { z } from 'zod'
import { OrganizationName, standings } from '#identity/organizations/organization.ts'
import { DecisionReason, joinRoles, requireReason } from '#identity/team/join-request.ts'
import { Id, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'

export const reviewKinds = ['new-organization', 'claim', 'invited', 'join'] as const
export const reviewStatuses = ['pending', 'more-asked', 'approved', 'refused'] as const
export const decisions = ['approve', 'askForMore', 'refuse'] as const
export type Decision = (typeof decisions)[number]

export const RegistrationReview = z.object({
  id: Id,
  accountId: Id,
  organizationId: Id,
  kind: z.enum(reviewKinds),
  status: z.enum(reviewStatuses).meta({ title: 'Status' }),
  referralId: Id.nullable(),
  source: z.string().nullable(),
  createdOn: Timestamp,
  version: z.number().int(),
  /** when the platform's admins were notified of it */
  noticedOn: Timestamp.nullable(),
  /** chosen by the screen: the same registration sent again has the same one */
  requestId: Id.nullable(),
})
export type RegistrationReview = z.infer<typeof RegistrationReview>

export const RegistrationDecision = z.object({
  id: Id,
  reviewId: Id,
  decision: z.enum(decisions),
  reason: DecisionReason,
  decidedBy: Id,
  decidedOn: Timestamp,
})
export type RegistrationDecision = z.infer<typeof RegistrationDecision>

/** One row of the queue. */
export const ReviewInList = RegistrationReview.pick({
  id: true,
  kind: true,
  status: true,
  organizationId: true,
  createdOn: true,
  version: true,
}).extend({
  organizationName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmedOn: Timestamp.nullable(),
})
export type ReviewInList = z.infer<typeof ReviewInList>

/** The information for a decision. */
export const Review = ReviewInList.extend({
  title: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  source: z.string().nullable(),
  organization: z.object({
    description: z.string().nullable(),
    website: z.string().nullable(),
    standing: z.enum(standings),
    peopleCount: z.number().int(),
  }),
  /** Organizations with a similar name: possibly the same one. */
  alike: z.array(OrganizationName),
  /** the claim link that they used: who sent it, and to which address */
  link: z.object({ senderName: z.string(), sentTo: z.string() }).nullable(),
  decisions: z.array(
    RegistrationDecision.pick({ id: true, decision: true, reason: true, decidedOn: true }).extend({
      decidedByName: z.string(),
    }),
  ),
})
export type Review = z.infer<typeof Review>

export const ReviewQuery = PageQuery.extend({ status: RegistrationReview.shape.status.optional() })
export const ReviewPage = pageOf(ReviewInList)

export const NewDecision = RegistrationDecision.pick({ decision: true })
  .extend({
    reason: RegistrationDecision.shape.reason.optional(),
    version: RegistrationReview.shape.version,
    /** only for a request to join; default: staff */
    role: z.enum(joinRoles).optional().meta({ title: 'Role' }),
  })
  .superRefine(requireReason)
export type NewDecision = z.infer<typeof NewDecision>

type Made = 'id' | 'status' | 'createdOn' | 'version' | 'noticedOn'
type ReviewTable = {
  [C in keyof RegistrationReview]: C extends Made ? Generated<RegistrationReview[C]> : RegistrationReview[C]
}
type DecisionTable = {
  [C in keyof RegistrationDecision]: C extends 'id' | 'decidedOn'
    ? Generated<RegistrationDecision[C]>
    : RegistrationDecision[C]
}
declare module '#platform/server/database.ts' {
  interface Tables {
    registrationReview: ReviewTable
    registrationDecision: DecisionTable
  }
}
