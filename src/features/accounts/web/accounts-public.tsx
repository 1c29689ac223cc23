/** What other features' screens may use of accounts. */
export { differing, findPasswordErrors } from './new-password.ts'
export { StepUp } from './step-up.tsx'
