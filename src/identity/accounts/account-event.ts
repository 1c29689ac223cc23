import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** What can happen to an account, by the keys of the texts. */
export const accountEventKinds = [
  'signed-in',
  'sign-in-failed',
  'sign-in-locked',
  'signed-out',
  'confirmed-again',
  'password-changed',
  'password-reset',
  'reset-link-asked',
  'reset-link-sent',
  'reset-link-used',
  'security-question-changed',
  'email-change-asked',
  'email-changed',
  'phone-change-asked',
  'phone-changed',
  'factor-added',
  'factor-removal-asked',
  'factor-removed',
  'factor-failed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'sign-in-service-linked',
  'sign-in-service-unlinked',
  'roles-changed',
  'organization-changed',
  'deactivated',
  'reactivated',
  'sessions-ended',
  'impersonation-begun',
  'impersonation-ended',
  'reported-not-me',
  'security-answers-used-up',
  'password-reset-ordered',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]

/**
 * The details of an event: only enum values, counts and identifiers. Everything else is dropped, so that no secret is
 * recorded.
 */
export const AccountEventDetail = z.object({
  /**
   * How the person authenticated: a word such as password, passkey, otp, sms. A code contains digits and is rejected.
   */
  method: z
    .string()
    .regex(/^[a-z-]{1,20}$/)
    .optional()
    .catch(undefined),
  way: z.enum(['change', 'forced-reset', 'question', 'link']).optional(),
  gained: z.array(z.enum(roleKeys)).optional(),
  lost: z.array(z.enum(roleKeys)).optional(),
  count: z.number().int().optional(),
})
export type AccountEventDetail = z.infer<typeof AccountEventDetail>

/** The row of an event. */
export const AccountEventRow = z.object({
  id: z.number().int(),
  accountId: Id,
  actorId: Id.nullable(),
  impersonatorId: Id.nullable(),
  kind: z.string(),
  detail: AccountEventDetail,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdOn: Timestamp,
})

interface AccountEventTable {
  id: Generated<number>
  accountId: string
  actorId: string | null
  impersonatorId: string | null
  kind: AccountEventKind
  /** Written as JSON text, read as an object. */
  detail: Generated<unknown>
  ip: string | null
  userAgent: string | null
  createdOn: Generated<string>
}
declare module '#platform/server/database.ts' {
  interface Tables {
    accountEvent: AccountEventTable
  }
}
