/** What other features may use of referrals: the claim link of a registration. */
export { findInvitation, useInvitation } from './referral-invitation.ts'
