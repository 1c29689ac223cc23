/** What other features may use of the team. */
export { findPhoneBefore, withdrawOpenChanges } from './withdraw-changes.ts'
