import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** Of whom a second factor is asked, so far as the asking admin may say it. */
export const MfaRequirement = z.object({
  /** An organization admin's own organization. */
  organization: z.object({ id: Id, name: z.string(), requireMfa: z.boolean() }).nullable(),
  /** For platform admins: every role. */
  roles: z.array(z.object({ roleId: z.enum(roleKeys), requireMfa: z.boolean() })),
})
export type MfaRequirement = z.infer<typeof MfaRequirement>

export const MfaRequirementChange = z.object({ requireMfa: z.boolean() })
export const MfaRequirementRole = z.object({ roleId: z.enum(roleKeys) })
