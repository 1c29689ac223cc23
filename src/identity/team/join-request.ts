import { z } from 'zod'
import { Id, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** The roles for a request to join. An organization's admins may give both; a review gives no other role. */
export const joinRoles = ['organization-staff', 'organization-admin'] as const
export type JoinRole = (typeof joinRoles)[number]

/** The reason of a decision. */
export const DecisionReason = paragraphs(2000).nullable().meta({ title: 'Reason', format: 'paragraphs' })

/** A request to join, as the organization's admins see it. */
export const JoinRequest = z.object({
  id: Id,
  createdOn: Timestamp,
  version: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmedOn: Timestamp.nullable(),
  title: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  invitedBy: z.string().nullable(),
})
export type JoinRequest = z.infer<typeof JoinRequest>
export const JoinRequests = pageOf(JoinRequest)

/** All decisions except an approval require a reason. */
export function requireReason(
  given: { decision: string; reason?: string | null | undefined },
  context: z.RefinementCtx,
) {
  if (given.decision !== 'approve' && !given.reason?.trim())
    context.addIssue({ code: 'custom', path: ['reason'], message: 'reason-needed' })
}

/** The decision of an organization's admins about a request to join. */
export const JoinDecision = z
  .object({
    decision: z.enum(['approve', 'refuse']),
    reason: DecisionReason.optional(),
    version: JoinRequest.shape.version,
    /** default: staff */
    role: z.enum(joinRoles).optional().meta({ title: 'Role' }),
  })
  .superRefine(requireReason)
export type JoinDecision = z.infer<typeof JoinDecision>
