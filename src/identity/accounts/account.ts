import type { Generated } from 'kysely'
import { z } from 'zod'
import { Email, Id, line, Timestamp } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** The five security questions; the key is stored, the texts contain each language. */
export const securityQuestions = [
  'childhood-street',
  'childhood-phone',
  'elementary-school',
  'first-job-town',
  'parents-met',
] as const
export const SecurityQuestion = z.enum(securityQuestions).meta({ title: 'Security Question' })
export const SecurityAnswer = line(200, 1).meta({ title: 'Security Question Answer' })
/** For new answers; shorter ones from earlier versions remain valid. */
export const ANSWER_MIN = 3
export const NewSecurityAnswer = line(200, ANSWER_MIN).meta({ title: 'Security Question Answer' })
export const PASSWORD_MAX = 128
export const Password = z.string().min(1).max(PASSWORD_MAX).meta({ title: 'Password', format: 'password' })

/** The row of an account. The API returns {@link CurrentUser} or {@link PortalAccount} instead. */
export const AccountRow = z.object({
  id: Id,
  email: Email,
  passwordHash: z.string().nullable(),
  contactId: Id,
  organizationId: Id.nullable(),
  emailConfirmedOn: Timestamp.nullable(),
  approvedOn: Timestamp.nullable(),
  deactivatedOn: Timestamp.nullable(),
  securityQuestion: z.string().nullable(),
  securityAnswerHash: z.string().nullable(),
  acceptedTermsAndConditions: z.boolean(),
  forcePasswordReset: z.boolean(),
  language: z.enum(['en', 'es']),
  isDemo: z.boolean(),
  createdOn: Timestamp,
  passwordChangedOn: Timestamp,
  passwordByLink: z.boolean(),
  lastSignedInOn: Timestamp.nullable(),
  version: z.number().int(),
})
export type AccountRow = z.infer<typeof AccountRow>

export const PortalAccountRole = z.object({
  roleId: z.enum(roleKeys),
  role: z.object({ id: z.enum(roleKeys), name: z.string(), scope: z.string() }),
})

/** The signed-in account, as returned by `GET /api/portalAccount/current`. */
export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  contactId: Id,
  organizationId: Id.nullable(),
  organizationName: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.enum(['en', 'es']),
  requireMfa: z.boolean(),
  /** Whether this session still needs the second factor. */
  mfaRequired: z.boolean(),
  acceptedTermsAndConditions: z.boolean(),
  forcePasswordReset: z.boolean(),
  /** What this account can sign in with besides its password: `passkey`, `single-sign-on`. */
  signInMethods: z.array(z.string()),
  /** Who currently impersonates this account. */
  impersonation: z
    .object({ by: z.string(), reason: z.string().nullable(), endsOn: Timestamp, secondsLeft: z.number().int() })
    .nullable(),
  portalAccountRoles: z.array(PortalAccountRole),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const Login = z.object({
  email: z.string().max(254).meta({ title: 'Email', format: 'email' }),
  password: z.string().max(1000).meta({ title: 'Password', format: 'password' }),
  captchaCode: z.string().max(10_000).optional(),
})
export const LoggedIn = z.object({ forcePasswordReset: z.boolean(), redirectUrl: z.string(), mfaRequired: z.boolean() })

type Needed = 'email' | 'contactId'
export type AccountTable = { [C in keyof AccountRow]: C extends Needed ? AccountRow[C] : Generated<AccountRow[C]> }
declare module '#platform/server/database.ts' {
  interface Tables {
    account: AccountTable
  }
}
