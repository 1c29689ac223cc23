import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { AuthenticatorRow } from '../authenticator.ts'

const AuthenticatorChallengeRow = z.object({
  oobCodeHash: z.string(),
  accountId: Id,
  authenticatorId: Id.nullable(),
  sessionId: Id,
  sealedCode: z.string(),
  tries: z.number().int(),
  usedOn: Timestamp.nullable(),
  expiresOn: Timestamp,
  createdOn: Timestamp,
})

const RecoveryCodeRow = z.object({
  accountId: Id,
  codeHash: z.string(),
  pendingFor: Id.nullable(),
  usedOn: Timestamp.nullable(),
  createdOn: Timestamp,
  bits: z.number().int(),
})

/** The tables that only this feature writes. */
export const authenticatorsTables: Record<string, z.ZodObject> = {
  authenticator: AuthenticatorRow,
  authenticator_challenge: AuthenticatorChallengeRow,
  recovery_code: RecoveryCodeRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    authenticatorChallenge: TableFor<z.infer<typeof AuthenticatorChallengeRow>, 'tries' | 'createdOn'>
    recoveryCode: TableFor<z.infer<typeof RecoveryCodeRow>, 'createdOn' | 'bits'>
  }
}
