/** What other features may use to show the referrals of other organizations. */
export { NOWHERE, type PublishedQuarter, publishReferrals } from './publish-referrals.ts'
