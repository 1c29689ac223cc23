import { z } from 'zod'
import { NewSecurityAnswer, Password, SecurityQuestion } from '#features/accounts/account.ts'
import { LinkCode } from '#features/accounts/password-reset.ts'
import { ContactRow } from '#features/people/contact.ts'

/** Who is invited, as the organization recorded them; the screen shows it locked. */
export const InvitedContact = ContactRow.pick({ firstName: true, lastName: true, email: true })
export type InvitedContact = z.infer<typeof InvitedContact>

/** What the person themselves gives. Names and address come from the invitation, whatever else is sent. */
export const MemberForm = z.object({
  password: Password,
  confirmPassword: Password.meta({ title: 'Confirm Password', format: 'password' }),
  securityQuestion: SecurityQuestion,
  securityQuestionAnswer: NewSecurityAnswer,
  acceptedTermsAndConditions: z.boolean().refine((accepted) => accepted, { error: 'terms-needed' }),
})

/** `POST /api/communityMemberRegistration/register/`; `contactId` is the code of the mailed link. */
export const NewMember = MemberForm.extend({
  contactId: LinkCode,
  captchaCode: z.string().max(10_000).nullish(),
})
export type NewMember = z.infer<typeof NewMember>
