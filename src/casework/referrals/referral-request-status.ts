import { openStatuses, type ReferralStatus } from './referral-machine.ts'

export const requestStatuses = ['draft', 'active', 'on hold', 'completed', 'revoked'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/**
 * A request's status, derived from the states of its referrals: completed once one of them helped and none is open;
 * open as long as the need is unmet.
 */
export function requestStatusOf(statuses: readonly ReferralStatus[]): RequestStatus {
  const open = statuses.filter((status) => openStatuses.includes(status))
  if (open.length > 0) return open.every((status) => status === 'On Hold') ? 'on hold' : 'active'
  if (statuses.includes('Closed: Resolved')) return 'completed'
  if (statuses.includes('Draft')) return 'draft'
  return statuses.every((status) => status === 'Recalled' || status === 'Entered In Error') ? 'revoked' : 'active'
}
