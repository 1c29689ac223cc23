import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** What the screen requires. The account's owner receives the reason by e-mail. */
export const ImpersonateForm = z.object({ reason: line(300, 5).meta({ title: 'Reason' }) })
/** `POST /api/portalAccount/impersonate?portalAccountId=`; the specification calls it without a body. */
export const Impersonate = z.object({ reason: ImpersonateForm.shape.reason.nullish() }).nullish()
export const ImpersonateQuery = z.object({ portalAccountId: Id })

export const FindAccountQuery = z.object({ text: line(100, 3) })
/** An account in the search for accounts to impersonate. */
export const FoundAccount = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organizationName: z.string().nullable(),
  roles: z.array(z.enum(roleKeys)),
  /** Whether the caller may impersonate it. */
  mayImpersonate: z.boolean(),
})
export type FoundAccount = z.infer<typeof FoundAccount>
