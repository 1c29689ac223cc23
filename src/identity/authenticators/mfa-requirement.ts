import { z } from 'zod'
import { roleKeys } from '#platform/schema/roles.ts'

/** Which roles need a second factor. An organization's own requirement is separate (`SignInRule`). */
export const MfaRequirement = z.object({
  roles: z.array(z.object({ roleId: z.enum(roleKeys), requireMfa: z.boolean(), refuseEmailCodes: z.boolean() })),
})
export type MfaRequirement = z.infer<typeof MfaRequirement>

/**
 * Omitted fields do not change. `refuseEmailCodes`: codes by e-mail are no longer accepted once an app or a passkey is
 * enrolled.
 */
export const MfaRequirementChange = z
  .object({ requireMfa: z.boolean(), refuseEmailCodes: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: 'needed' })
export type MfaRequirementChange = z.infer<typeof MfaRequirementChange>
export const MfaRequirementRole = z.object({ roleId: z.enum(roleKeys) })
