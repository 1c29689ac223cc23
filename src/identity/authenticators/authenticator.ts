import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'

/** The row of an enrolled second factor. The e-mail authenticator always exists and has no row. */
export const AuthenticatorRow = z.object({
  id: Id,
  accountId: Id,
  authenticatorType: z.enum(['otp', 'oob']),
  oobChannel: z.enum(['sms', 'voice']).nullable(),
  phoneNumber: z.string().nullable(),
  sealedSecret: z.string().nullable(),
  lastStep: z.number().int().nullable(),
  active: z.boolean(),
  createdOn: Timestamp,
  enrolledOn: Timestamp.nullable(),
  lastUsedOn: Timestamp.nullable(),
})
export type AuthenticatorRow = z.infer<typeof AuthenticatorRow>

/** An authenticator as `GET /api/mfa/` lists it. */
export const Authenticator = z.object({
  id: Id,
  active: z.boolean(),
  authenticator_type: AuthenticatorRow.shape.authenticatorType,
  oob_channel: z.enum(['email', 'sms', 'voice']).nullable(),
  /** Where its codes are sent, as far as the owner needs it to recognize the authenticator. */
  name: z.string().nullable(),
  /** Whether its codes are accepted: codes by e-mail may not be, once something safer is enrolled. */
  isAccepted: z.boolean(),
  enrolledOn: Timestamp.nullable(),
  lastUsedOn: Timestamp.nullable(),
})
export type Authenticator = z.infer<typeof Authenticator>

const UsPhone = z.string().regex(/^\+1\d{10}$/, { error: 'phone-format' })

/** `POST /api/mfa/`. */
export const NewAuthenticator = z.discriminatedUnion('authenticator_type', [
  z.object({ authenticator_type: z.literal('otp') }),
  z.object({ authenticator_type: z.literal('oob'), oob_channel: z.enum(['sms', 'voice']), phone_number: UsPhone }),
])
export type NewAuthenticator = z.infer<typeof NewAuthenticator>

/** What is needed to complete an enrollment; only the first one includes recovery codes. */
export const Enrollment = z.object({
  id: Id,
  barcode_uri: z.string().nullable(),
  oob_code: z.string().nullable(),
  recovery_codes: z.array(z.string()),
})
export type Enrollment = z.infer<typeof Enrollment>

/** A code as entered. Any text is accepted as a guess; the server decides whether it is right. */
export const OtpCode = line(20, 1).meta({ title: 'Code', format: 'code' })
const OobCode = z.string().min(1).max(200)
export const VerifyOtp = z.object({ otp_code: OtpCode })
export const VerifyOob = z.object({ otp_code: OtpCode, oob_code: OobCode })
export const VerifyRecovery = z.object({
  recovery_code: line(60, 1).meta({ title: 'Recovery Code' }),
})

/** `POST /api/mfa/challenge`: sends a code to an oob authenticator; its oob_code is required for the verification. */
export const NewChallenge = z.object({ authenticatorId: Id })
export const Challenge = z.object({
  challenge_type: AuthenticatorRow.shape.authenticatorType,
  oob_code: z.string().nullable(),
})
export type Challenge = z.infer<typeof Challenge>

/** The fields of the dialogs. */
export const PhoneForm = z.object({
  // The specification sends +1 and ten digits.
  phoneNumber: PhoneNumber.refine((v) => /^\+1\d{10}$/.test(v), { error: 'phone-us' }),
  communicationType: z.enum(['sms', 'voice']).meta({ title: 'Communication Type' }),
})
export const CodeForm = z.object({
  otp_code: z.string().trim().length(6).meta({ title: 'Code', format: 'code' }),
})

export const RecoveryCodesLeft = z.object({ left: z.number().int() })
export type RecoveryCodesLeft = z.infer<typeof RecoveryCodesLeft>
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

type Filled = 'id' | 'lastStep' | 'active' | 'createdOn' | 'enrolledOn' | 'lastUsedOn'
type AuthenticatorTable = {
  [C in keyof AuthenticatorRow]: C extends Filled ? Generated<AuthenticatorRow[C]> : AuthenticatorRow[C]
}
declare module '#platform/server/database.ts' {
  interface Tables {
    authenticator: AuthenticatorTable
  }
}
