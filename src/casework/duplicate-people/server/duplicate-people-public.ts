/** What other features may use of merged people. */
export { eraseMerges } from './former-people.ts'
