/** What other features may use of the files on referrals. */
export { eraseReferralFiles } from './read-files.ts'
export { listPersonFiles } from './referral-file-queries.ts'
