/** What others may use of referrals: the claim link of a registration, and the demo's stories. */

export {
  erasePersonReferrals,
  listOpenReferrals,
  listPersonReferrals,
  lockPersonReferrals,
} from './person-referrals.ts'
export { findInvitation, useInvitation } from './referral-invitation.ts'
export { seedDemoReferrals } from './seed-demo-referrals.ts'
