/** What other features may use of the files on referrals. */
export { eraseReferralFiles, publishScannedFile } from './read-files.ts'
export { listPersonFiles } from './referral-file-queries.ts'
