/** What other features may use of the reports. */
export { referralFacts } from './referral-facts.ts'
