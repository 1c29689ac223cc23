import { z } from 'zod'
import { Id, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** What a request to join can become. An organization's admins may give both; no review gives any other role. */
export const joinRoles = ['organization-staff', 'organization-admin'] as const
export type JoinRole = (typeof joinRoles)[number]

/** Why something was decided. */
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

/** Every decision but an approval says why. */
export function requireReason(
  given: { decision: string; reason?: string | null | undefined },
  context: z.RefinementCtx,
) {
  if (given.decision !== 'approve' && !given.reason?.trim())
    context.addIssue({ code: 'custom', path: ['reason'], message: 'reason-needed' })
}

/** What an organization's admins decide about a request to join. */
export const JoinDecision = z
  .object({
    decision: z.enum(['approve', 'refuse']),
    reason: DecisionReason.optional(),
    version: JoinRequest.shape.version,
    /** left out: staff */
    role: z.enum(joinRoles).optional().meta({ title: 'Role' }),
  })
  .superRefine(requireReason)
export type JoinDecision = z.infer<typeof JoinDecision>
