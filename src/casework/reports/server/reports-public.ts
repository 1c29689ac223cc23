/** What other features may use of the reports. */
export { countEndings, type QuarterEnding } from './ending-counts.ts'
export { referralFacts } from './referral-facts.ts'
export { reportOfOrganization } from './report-of-organization.ts'
