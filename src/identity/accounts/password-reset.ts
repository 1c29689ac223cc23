import { z } from 'zod'
import { line } from '#platform/schema/fields.ts'
import { AccountRow, Password, SecurityAnswer, SecurityQuestion } from './account.ts'

const ConfirmPassword = Password.meta({ title: 'Confirm Password', format: 'password' })
const Terms = AccountRow.shape.acceptedTermsAndConditions.meta({ title: 'I accept the Terms and Conditions' })
const CaptchaCode = z.string().max(10_000)
/** The code of a link; longer ones are invalid. */
export const LinkCode = z.string().min(1).max(600)

/** The account fields of the reset screens; which are required depends on what the account already has. */
const AccountFields = z.object({
  password: Password,
  confirmPassword: ConfirmPassword.optional(),
  securityQuestion: SecurityQuestion.nullish(),
  securityQuestionAnswer: SecurityAnswer.nullish(),
  acceptedTermsAndConditions: Terms.nullish(),
  forcePasswordReset: z.literal(false).optional(),
})

/** `PUT /api/myAccountPortalAccount/`. Requires the current password, except during a forced reset. */
export const MyAccountChange = AccountFields.extend({
  currentPassword: z.string().max(1000).meta({ title: 'Current Password', format: 'password' }).optional(),
})
export type MyAccountChange = z.infer<typeof MyAccountChange>

/** `POST /api/authentication/forgot`. */
export const ForgotPassword = z.object({
  email: AccountRow.shape.email,
  captchaCode: CaptchaCode.optional(),
})

/** The security question: its text in the language of the request, and its key. */
export const DisplayedQuestion = z.object({
  securityQuestion: z.string().nullable(),
  securityQuestionKey: z.string().nullable(),
})
export type DisplayedQuestion = z.infer<typeof DisplayedQuestion>

/** `POST /api/authentication/reset`. */
export const ResetByQuestion = z.object({
  resetToken: LinkCode,
  securityQuestionAnswer: SecurityAnswer,
  password: Password,
  captchaCode: CaptchaCode.optional(),
})
export type ResetByQuestion = z.infer<typeof ResetByQuestion>

const FactorCode = line(60, 1).meta({ title: 'Code of your app, or a recovery code' })

/** What the screen of an administrator's link must ask for. */
export const LinkedAccount = z.object({
  source: z.string().nullable(),
  hasSecurityQuestions: z.boolean(),
  acceptedTermsAndConditions: z.boolean(),
  /** The security question to answer; null if there is none. */
  askedQuestion: z.string().nullable(),
  /** Whether an app code or a recovery code is accepted too. */
  takesCode: z.boolean(),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

/** `POST /api/authentication/jwtReset`. */
export const ResetByLink = AccountFields.extend({
  resetToken: LinkCode,
  /** An app code or a recovery code, instead of the answer. */
  factorCode: FactorCode.optional(),
})
export type ResetByLink = z.infer<typeof ResetByLink>

/** `POST /api/authentication/reauthenticate`. */
export const Reauthentication = z.object({
  password: z.string().max(1000).meta({ title: 'Password', format: 'password' }),
})

/** The fields of the two forms that set up an account. */
export const ResetForm = z.object({
  password: Password,
  confirmPassword: ConfirmPassword,
  securityQuestion: SecurityQuestion.nullish(),
  securityQuestionAnswer: SecurityAnswer.nullish(),
  acceptedTermsAndConditions: Terms,
})

/** What an administrator's link requires before it sets a password. */
export const LinkProofForm = z.object({
  securityQuestionAnswer: SecurityAnswer.nullish(),
  factorCode: FactorCode.nullish(),
})
