import { openStatuses, type ReferralStatus } from './referral-machine.ts'

export const requestStatuses = ['draft', 'active', 'on hold', 'completed', 'revoked'] as const
export type RequestStatus = (typeof requestStatuses)[number]

interface Try {
  status: ReferralStatus
  sentOn: string | null
}

/**
 * A request's status, derived from the states of its referrals: completed once one of them helped and none is open;
 * open as long as the need is unmet. One that nobody was asked to meet is a draft. Only a person ends a need that is
 * unmet: it is then revoked, until it is tried again.
 */
export function requestStatusOf(tries: readonly Try[], isRevoked = false): RequestStatus {
  const statuses = tries.map(({ status }) => status)
  const open = statuses.filter((status) => openStatuses.includes(status))
  if (open.length > 0) return open.every((status) => status === 'On Hold') ? 'on hold' : 'active'
  if (statuses.includes('Closed: Resolved')) return 'completed'
  if (statuses.includes('Draft')) return 'draft'
  if (isRevoked) return 'revoked'
  return tries.some(({ status, sentOn }) => sentOn !== null && status !== 'Entered In Error') ? 'active' : 'draft'
}
