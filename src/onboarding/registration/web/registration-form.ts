import { z } from 'zod'
import type { Errors } from '#platform/web/contract-form.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { listMismatches, OrganizationInformation, YourInformation } from '../organization-registration.ts'

const { organizationName, organizationDescription, organizationWebsite, acceptedTermsAndConditions } =
  OrganizationInformation.shape

/** What the two steps draw; the chosen organization, the captcha and where the reader came from join when it is sent. */
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

/** The rules between fields, in the reader's words. An empty field says that it is needed, and no more. */
export function formRules(values: Record<string, unknown>, passwordAdvice: string | null): Errors {
  const mismatches = listMismatches(values).filter(({ path }) => path === 'organizationName' || values[path] !== '')
  const passwords = [
    { path: 'password', message: values.password === '' ? 'password-required' : passwordAdvice },
    { path: 'confirmPassword', message: values.confirmPassword === '' ? 'password-required' : null },
  ]
  const mistakes = [...passwords, ...mismatches].filter((m) => m.message !== null)
  return Object.fromEntries(mistakes.map(({ path, message }) => [path, errorText(message ?? '', 'registration')]))
}

/** The step that holds the first of these errors. */
export const stepOf = (errors: Errors) => (Object.keys(errors).some((path) => stepFields[0]?.includes(path)) ? 0 : 1)
