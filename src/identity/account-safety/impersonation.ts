import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** What the screen requires. The person reads the reason in an e-mail. */
export const ImpersonateForm = z.object({ reason: line(300, 5).meta({ title: 'Reason' }) })
/** `POST /api/portalAccount/impersonate?portalAccountId=`, which the specification calls without a body. */
export const Impersonate = z.object({ reason: ImpersonateForm.shape.reason.nullish() }).nullish()
export const ImpersonateQuery = z.object({ portalAccountId: Id })

export const FindAccountQuery = z.object({ text: line(100, 3) })
/** An account as somebody finds it who may act as others. */
export const FoundAccount = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organizationName: z.string().nullable(),
  roles: z.array(z.enum(roleKeys)),
  /** Whether the asker may act as it. */
  mayActAs: z.boolean(),
})
export type FoundAccount = z.infer<typeof FoundAccount>
