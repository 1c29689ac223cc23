import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'

/** The row of an enrolled second factor. The e-mail authenticator has none: it always exists. */
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
  /** Where its codes go, so far as its owner needs it to know it again. */
  name: z.string().nullable(),
  /** Whether a code of it counts: those by e-mail may not, once something safer is enrolled. */
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

/** What an enrollment needs to be finished; recovery codes come with the first one only. */
export const Enrollment = z.object({
  id: Id,
  barcode_uri: z.string().nullable(),
  oob_code: z.string().nullable(),
  recovery_codes: z.array(z.string()),
})
export type Enrollment = z.infer<typeof Enrollment>

/** A code as somebody types it. Any text is a guess; whether it fits is the server's answer. */
export const OtpCode = line(20, 1).meta({ title: 'Code', format: 'code' })
const OobCode = z.string().min(1).max(200)
export const VerifyOtp = z.object({ otp_code: OtpCode })
export const VerifyOob = z.object({ otp_code: OtpCode, oob_code: OobCode })
export const VerifyRecovery = z.object({
  recovery_code: line(60, 1).meta({ title: 'Recovery Code' }),
})

/** `POST /api/mfa/challenge`: an oob authenticator is sent a code, whose oob_code goes with its verification. */
export const NewChallenge = z.object({ authenticatorId: Id })
export const Challenge = z.object({
  challenge_type: AuthenticatorRow.shape.authenticatorType,
  oob_code: z.string().nullable(),
})
export type Challenge = z.infer<typeof Challenge>

/** What the dialogs ask for, as a person fills it in. */
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
