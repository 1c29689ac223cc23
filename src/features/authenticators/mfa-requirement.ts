import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** Of whom a second factor is asked, so far as the asking admin may say it. */
export const MfaRequirement = z.object({
  /** An organization admin's own organization. */
  organization: z
    .object({ id: Id, name: z.string(), requireMfa: z.boolean(), refuseEmailCodes: z.boolean() })
    .nullable(),
  /** For platform admins: every role. */
  roles: z.array(z.object({ roleId: z.enum(roleKeys), requireMfa: z.boolean(), refuseEmailCodes: z.boolean() })),
})
export type MfaRequirement = z.infer<typeof MfaRequirement>

/** What is left out stays as it is. `refuseEmailCodes`: codes by e-mail count no longer once an app or a passkey is enrolled. */
export const MfaRequirementChange = z
  .object({ requireMfa: z.boolean(), refuseEmailCodes: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: 'needed' })
export type MfaRequirementChange = z.infer<typeof MfaRequirementChange>
export const MfaRequirementRole = z.object({ roleId: z.enum(roleKeys) })
