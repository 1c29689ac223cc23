import { z } from 'zod'
import { NewAccountForm } from '#identity/accounts/new-account.ts'
import { LinkCode } from '#identity/accounts/password-reset.ts'
import { ContactRow } from '#identity/people/contact.ts'

/** The invited person as recorded by the organization; read-only on the screen. */
export const InvitedContact = ContactRow.pick({ firstName: true, lastName: true, email: true })
export type InvitedContact = z.infer<typeof InvitedContact>

/** `POST /api/communityMemberRegistration/register/`; `contactId` is the code of the mailed link. */
export const NewMember = NewAccountForm.extend({
  contactId: LinkCode,
  captchaCode: z.string().max(10_000).nullish(),
})
export type NewMember = z.infer<typeof NewMember>
