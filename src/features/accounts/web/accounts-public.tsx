/** What other features' screens may use of accounts. */
export { FormPage } from './form-page.tsx'
export { differing, findPasswordErrors } from './new-password.ts'
export { StepUp } from './step-up.tsx'
