import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line, Timestamp } from '#platform/schema/fields.ts'

const PasskeyName = line(60, 1).meta({ title: 'Name' })

/** The row of a passkey. The public key is no secret, but nobody's business either. */
export const PasskeyRow = z.object({
  id: Id,
  accountId: Id,
  credentialId: z.string(),
  publicKey: z.instanceof(Uint8Array),
  counter: z.number().int(),
  transports: z.array(z.string()),
  name: PasskeyName,
  isSynced: z.boolean(),
  createdOn: Timestamp,
  lastUsedOn: Timestamp.nullable(),
})
type PasskeyRow = z.infer<typeof PasskeyRow>

/** One's own passkeys, for the security page. */
export const MyPasskeys = z.object({
  items: z.array(PasskeyRow.pick({ id: true, name: true, isSynced: true, createdOn: true, lastUsedOn: true })),
  /** False while one passkey is the only sign-in method of the account. */
  mayRemove: z.boolean(),
})
export type MyPasskeys = z.infer<typeof MyPasskeys>

export const PasskeyRename = PasskeyRow.pick({ name: true })

/** What the browser's credential call is made with; its form is WebAuthn's. */
export const CeremonyOptions = z.looseObject({ challenge: z.string() })

const Bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
const CredentialId = Bytes.min(1).max(2000)
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
    clientExtensionResults: z.looseObject({}),
    response,
  })

/** `POST /api/passkey/`: what the browser made. */
export const NewPasskey = z.object({
  name: PasskeyName,
  credential: credential(
    z.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: z.array(z.string().max(40)).max(10).nullish(),
    }),
  ),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** What the browser signed, at the door or to confirm that somebody is there. */
export const PasskeyAnswer = z.object({
  credential: credential(
    z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes.nullish() }),
  ),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

type Made = 'id' | 'counter' | 'transports' | 'createdOn' | 'lastUsedOn'
declare module '#platform/server/database.ts' {
  interface Tables {
    passkey: { [C in keyof PasskeyRow]: C extends Made ? Generated<PasskeyRow[C]> : PasskeyRow[C] }
  }
}
