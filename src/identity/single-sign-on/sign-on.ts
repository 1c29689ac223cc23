import type { Generated } from 'kysely'
import { z } from 'zod'
import { Email, Id, line, Timestamp } from '#platform/schema/fields.ts'

/** An identity at the provider that opens an account: the row. Issuer and subject together are the identity. */
export const SignOnIdentityRow = z.object({
  id: Id,
  accountId: Id,
  issuer: z.string(),
  subject: z.string(),
  label: z.string().nullable(),
  linkedOn: Timestamp,
  lastUsedOn: Timestamp.nullable(),
})
type SignOnIdentityRow = z.infer<typeof SignOnIdentityRow>

/** One's own linked identities, for the security page. */
export const LinkedIdentities = z.object({
  items: z.array(SignOnIdentityRow.pick({ id: true, issuer: true, label: true, linkedOn: true, lastUsedOn: true })),
  /** False while it is the only sign-in method of the account. */
  mayUnlink: z.boolean(),
})
export type LinkedIdentities = z.infer<typeof LinkedIdentities>

/** Why a way to the provider did not end in a session; the sign-in screen says it. */
export const signOnProblems = [
  'failed',
  'cancelled',
  'unreachable',
  'notActive',
  'notVerified',
  'taken',
  'other',
] as const
export type SignOnProblem = (typeof signOnProblems)[number]

/** Whom the provider knows and the portal does not. */
export const PendingIdentity = z.object({ label: z.string().nullable(), provider: z.string() })
export type PendingIdentity = z.infer<typeof PendingIdentity>

/** `POST /api/singleSignOn/mail`: the address of the account that is said to be one's own. */
export const LinkRequest = z.object({ email: Email })

/** What the mailed link would tie together. */
export const LinkOffer = PendingIdentity.extend({
  email: z.string(),
  /** What the account's owner must show beside the mailbox; `sign-in`: neither would do, only a passkey. */
  proof: z.enum(['password', 'code', 'sign-in', 'none']),
})
export type LinkOffer = z.infer<typeof LinkOffer>

/** `POST /api/singleSignOn/link/{code}`. */
export const LinkProof = z.object({
  password: z.string().max(1000).meta({ title: 'Password', format: 'password' }).optional(),
  code: line(60, 1).meta({ title: 'Code of your app, or a recovery code' }).optional(),
})
export type LinkProof = z.infer<typeof LinkProof>

/** Where the browser must go: the provider's own page. */
export const Elsewhere = z.object({ url: z.string().nullable() })
export type Elsewhere = z.infer<typeof Elsewhere>

declare module '#platform/server/database.ts' {
  interface Tables {
    signOnIdentity: {
      [C in keyof SignOnIdentityRow]: C extends 'id' | 'linkedOn' | 'lastUsedOn'
        ? Generated<SignOnIdentityRow[C]>
        : SignOnIdentityRow[C]
    }
  }
}
