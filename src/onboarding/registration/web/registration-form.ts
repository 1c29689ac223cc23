import { z } from 'zod'
import type { Errors } from '#platform/web/contract-form.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { listMismatches, OrganizationInformation, YourInformation } from '../organization-registration.ts'

const { organizationName, organizationDescription, organizationWebsite, acceptedTermsAndConditions } =
  OrganizationInformation.shape

/**
 * The fields of the two steps; the selected organization, the captcha and the reader's source are added when it is
 * sent.
 */
export const RegistrationForm = z.object({
  ...YourInformation.shape,
  organizationName,
  organizationDescription,
  organizationWebsite,
  acceptedTermsAndConditions,
})
export type RegistrationForm = typeof RegistrationForm

export const stepFields: readonly (readonly string[])[] = [
  Object.keys(YourInformation.shape),
  ['organizationName', 'organizationDescription', 'organizationWebsite', 'acceptedTermsAndConditions'],
]

export const emptyForm = Object.fromEntries(
  Object.keys(RegistrationForm.shape).map((name) => [name, name === 'acceptedTermsAndConditions' ? false : '']),
)

/** The rules across fields, in the reader's language. An empty field only says that it is required. */
export function formRules(values: Record<string, unknown>, passwordAdvice: string | null): Errors {
  const mismatches = listMismatches(values).filter(({ path }) => path === 'organizationName' || values[path] !== '')
  const passwords = [
    { path: 'password', message: values.password === '' ? 'password-required' : passwordAdvice },
    { path: 'confirmPassword', message: values.confirmPassword === '' ? 'password-required' : null },
  ]
  const mistakes = [...passwords, ...mismatches].filter((m) => m.message !== null)
  return Object.fromEntries(mistakes.map(({ path, message }) => [path, errorText(message ?? '', 'registration')]))
}

/** The step with the first of these errors. */
export const stepOf = (errors: Errors) => (Object.keys(errors).some((path) => stepFields[0]?.includes(path)) ? 0 : 1)
