/** What other features' screens may use of accounts. */
export { AcceptTerms } from './accept-terms.tsx'
export { CardPage } from './card-page.tsx'
export { FormPage } from './form-page.tsx'
export { differing, findPasswordErrors } from './new-password.ts'
export { PasswordConfirm } from './password-confirm.tsx'
export { PasswordSection } from './password-section.tsx'
export { useCaptcha } from './use-captcha.tsx'
