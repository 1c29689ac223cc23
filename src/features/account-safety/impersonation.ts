import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** `POST /api/portalAccount/impersonate?portalAccountId=`. The person reads the reason in an e-mail. */
export const Impersonate = z.object({ reason: line(300, 5).meta({ title: 'Reason' }) })
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

declare module '#platform/server/database.ts' {
  interface Tables {
    impersonation: {
      sessionId: string
      impersonatorId: string
      accountId: string
      reason: string
      begunOn: Generated<string>
      endsOn: Generated<string>
      endedOn: Generated<string | null>
    }
  }
}
