import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { SignOnIdentityRow } from '../sign-on.ts'

const SignOnAttemptRow = z.object({
  stateHash: z.string(),
  browserHash: z.string(),
  purpose: z.enum(['sign-in', 'link', 'confirm']),
  accountId: Id.nullable(),
  returnPath: z.string().nullable(),
  expiresOn: Timestamp,
})

const SignOnPendingRow = z.object({
  browserHash: z.string(),
  issuer: z.string(),
  subject: z.string(),
  label: z.string().nullable(),
  expiresOn: Timestamp,
  idTokenSealed: z.string(),
})

const SignOnVisitRow = z.object({
  browserHash: z.string(),
  accountId: Id,
  idTokenSealed: z.string(),
  expiresOn: Timestamp,
})

/** The tables that only this feature writes. */
export const singleSignOnTables: Record<string, z.ZodObject> = {
  sign_on_attempt: SignOnAttemptRow,
  sign_on_identity: SignOnIdentityRow,
  sign_on_pending: SignOnPendingRow,
  sign_on_visit: SignOnVisitRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    signOnAttempt: TableFor<z.infer<typeof SignOnAttemptRow>>
    signOnPending: TableFor<z.infer<typeof SignOnPendingRow>>
    signOnVisit: TableFor<z.infer<typeof SignOnVisitRow>>
  }
}
