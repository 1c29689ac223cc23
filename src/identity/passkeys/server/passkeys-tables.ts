import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { PasskeyRow } from '../passkey.ts'

const PasskeyChallengeRow = z.object({
  challengeHash: z.string(),
  purpose: z.enum(['register', 'sign-in', 'confirm']),
  accountId: Id.nullable(),
  expiresOn: Timestamp,
})

/** The tables that only this feature writes. */
export const passkeysTables: Record<string, z.ZodObject> = {
  passkey: PasskeyRow,
  passkey_challenge: PasskeyChallengeRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    passkeyChallenge: TableFor<z.infer<typeof PasskeyChallengeRow>>
  }
}
