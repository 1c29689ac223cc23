import { z } from 'zod'
import { NewSecurityAnswer, Password, SecurityQuestion } from './account.ts'

/** What an invited person enters. Names and address come from the invitation, whatever else is sent. */
export const NewAccountForm = z.object({
  password: Password,
  confirmPassword: Password.meta({ title: 'Confirm Password', format: 'password' }),
  securityQuestion: SecurityQuestion,
  securityQuestionAnswer: NewSecurityAnswer,
  acceptedTermsAndConditions: z.boolean().refine((accepted) => accepted, { error: 'terms-needed' }),
})
