import type { ReferralStatus } from './referral-machine.ts'

const keys: Record<ReferralStatus, string> = {
  Draft: 'draft',
  Sent: 'sent',
  'In Review': 'inReview',
  Accepted: 'accepted',
  Declined: 'declined',
  Recalled: 'recalled',
  Forwarded: 'forwarded',
  Expired: 'expired',
  'In Progress': 'inProgress',
  'On Hold': 'onHold',
  'Closed: Resolved': 'resolved',
  'Closed: Unresolved': 'unresolved',
  'Entered In Error': 'error',
}

/** The text key of a status; its name contains a colon, which separates areas in keys. */
export const statusKey = (status: ReferralStatus) => `status.${keys[status]}`
