import { z } from 'zod'
import { NewSecurityAnswer, Password, SecurityQuestion } from '#identity/accounts/account.ts'
import { Organization, OrganizationName } from '#identity/organizations/organization.ts'
import { ContactRow } from '#identity/people/contact.ts'
import { Email, Id } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'

/** The input of an organization's admin, step by step. */
export const YourInformation = z.object({
  firstName: ContactRow.shape.firstName,
  lastName: ContactRow.shape.lastName,
  title: ContactRow.shape.title.optional(),
  email: Email,
  confirmEmail: Email.meta({ title: 'Confirm Email', format: 'email' }),
  phoneNumber: PhoneNumber,
  password: Password,
  confirmPassword: Password.meta({ title: 'Confirm Password', format: 'password' }),
  securityQuestion: SecurityQuestion,
  securityQuestionAnswer: NewSecurityAnswer,
})

export const OrganizationInformation = z.object({
  /** An existing one, or the name of a new one; `organizationId` and `organizationName` are the same in two fields. */
  organization: z.union([OrganizationName, Organization.shape.name]).nullish().meta({ title: 'Organization' }),
  organizationId: Id.nullish(),
  organizationName: Organization.shape.name.nullish().meta({ title: 'Organization Name' }),
  organizationDescription: Organization.shape.description.optional().meta({ title: 'Description' }),
  organizationWebsite: Organization.shape.website.optional().meta({ title: 'Website' }),
  acceptedTermsAndConditions: z
    .boolean()
    .refine((accepted) => accepted, { error: 'terms-needed' })
    .meta({ title: 'I accept the Terms and Conditions' }),
})

const Registration = z.object({
  ...YourInformation.shape,
  ...OrganizationInformation.shape,
  captchaCode: z.string().max(10_000).nullish(),
  source: z.string().max(60).nullish(),
  /** The code in an invitation's link. */
  referralId: z.string().max(100).nullish(),
  /** Chosen by the screen: if the answer is lost, the same registration, with nothing changed, can be sent again. */
  requestId: Id.nullish(),
})

export interface FieldMistake {
  path: string
  message: string
}

/** The rules across fields; works with partly filled input too. */
export function listMismatches(given: Partial<z.input<typeof Registration>>): FieldMistake[] {
  const same = (a: unknown, b: unknown) =>
    String(a ?? '')
      .trim()
      .toLowerCase() ===
    String(b ?? '')
      .trim()
      .toLowerCase()
  const named = given.organizationId || given.organizationName?.trim() || given.organization
  return [
    ...(same(given.email, given.confirmEmail) ? [] : [{ path: 'confirmEmail', message: 'emails-differ' }]),
    ...((given.password ?? '') === (given.confirmPassword ?? '')
      ? []
      : [{ path: 'confirmPassword', message: 'passwords-differ' }]),
    ...(named ? [] : [{ path: 'organizationName', message: 'organization-needed' }]),
  ]
}

/** `POST /api/organizationRegistration/register/`. */
export const NewOrganizationRegistration = Registration.superRefine((given, context) => {
  for (const { path, message } of listMismatches(given)) context.addIssue({ code: 'custom', path: [path], message })
})
export type NewOrganizationRegistration = z.infer<typeof NewOrganizationRegistration>

/** The selected organization, in any of its three notations. */
export function readChosenOrganization(
  given: Pick<NewOrganizationRegistration, 'organization' | 'organizationId' | 'organizationName'>,
) {
  const { organization, organizationId, organizationName } = given
  const chosen = typeof organization === 'object' ? organization : null
  const typed = typeof organization === 'string' ? organization : null
  return { id: organizationId ?? chosen?.id ?? null, name: organizationName ?? typed ?? chosen?.name ?? '' }
}

/** What is still required before the first sign-in: a review, and confirming the address by the mailed link. */
export const Registered = z.object({ verificationRequired: z.boolean(), confirmationRequired: z.boolean() })
export const EmailConfirmed = z.object({ verificationRequired: z.boolean(), source: z.string().nullable() })
export const ResendVerification = z.object({ email: Email, captchaCode: z.string().max(10_000).nullish() })
