import type { Generated } from 'kysely'
import { z } from 'zod'
import { Email, Id, line, Timestamp } from '#platform/schema/fields.ts'

/** The row of an identity that can sign in to an account. Issuer and subject together identify it. */
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

/** The signed-in account's linked identities, for the security page. */
export const LinkedIdentities = z.object({
  items: z.array(SignOnIdentityRow.pick({ id: true, issuer: true, label: true, linkedOn: true, lastUsedOn: true })),
  /** False while it is the only sign-in method of the account. */
  mayUnlink: z.boolean(),
})
export type LinkedIdentities = z.infer<typeof LinkedIdentities>

/** Why a sign-in at the provider failed, as shown on the sign-in screen. */
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

/** A person whom the provider knows and the portal does not. */
export const PendingIdentity = z.object({ label: z.string().nullable(), provider: z.string() })
export type PendingIdentity = z.infer<typeof PendingIdentity>

/** `POST /api/singleSignOn/mail`: the address of the person's own account. */
export const LinkRequest = z.object({ email: Email })

/** What the mailed link would connect. */
export const LinkOffer = PendingIdentity.extend({
  email: z.string(),
  /** The required proof in addition to the mailbox; `sign-in`: neither is possible, only a passkey. */
  proof: z.enum(['password', 'code', 'sign-in', 'none']),
})
export type LinkOffer = z.infer<typeof LinkOffer>

/** `POST /api/singleSignOn/link/{code}`. */
export const LinkProof = z.object({
  password: z.string().max(1000).meta({ title: 'Password', format: 'password' }).optional(),
  code: line(60, 1).meta({ title: 'Code of your app, or a recovery code' }).optional(),
})
export type LinkProof = z.infer<typeof LinkProof>

/** The provider's page to which the browser must go. */
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
