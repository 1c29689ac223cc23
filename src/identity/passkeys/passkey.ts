import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line, Timestamp } from '#platform/schema/fields.ts'

const PasskeyName = line(60, 1).meta({ title: 'Name' })

/** The row of a passkey. The public key is not secret, but is not exposed either. */
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

/** The signed-in account's passkeys, for the security page. */
export const MyPasskeys = z.object({
  items: z.array(PasskeyRow.pick({ id: true, name: true, isSynced: true, createdOn: true, lastUsedOn: true })),
  /** Why none may be removed: one passkey is the only sign-in method, or the only second factor where one is required. */
  whyNotRemovable: z.enum(['last-sign-in-method', 'last-second-factor']).nullable(),
})
export type MyPasskeys = z.infer<typeof MyPasskeys>

export const PasskeyRename = PasskeyRow.pick({ name: true })

/** The options of the browser's credential call, in WebAuthn's format. */
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

/** `POST /api/passkey/`: what the browser created. */
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

/** What the browser signed, to sign in or to confirm one's identity. */
export const PasskeyAnswer = z.object({
  credential: credential(
    z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes.nullish() }),
  ),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** `POST /api/passkey/signIn`. */
export const PasskeySignIn = PasskeyAnswer.extend({
  accountId: Id.optional().describe(
    'The account whose session has ended: the passkey of another account is then refused, like an unknown one.',
  ),
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

type Made = 'id' | 'counter' | 'transports' | 'createdOn' | 'lastUsedOn'
declare module '#platform/server/database.ts' {
  interface Tables {
    passkey: { [C in keyof PasskeyRow]: C extends Made ? Generated<PasskeyRow[C]> : PasskeyRow[C] }
  }
}
