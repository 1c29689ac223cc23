/** What other features' screens may use of accounts. */
export { AcceptTerms } from './accept-terms.tsx'
export { FormPage } from './form-page.tsx'
export { differing, findPasswordErrors } from './new-password.ts'
export { StepUp } from './step-up.tsx'
export { useCaptcha } from './use-captcha.tsx'
