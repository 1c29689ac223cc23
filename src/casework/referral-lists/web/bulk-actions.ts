import type { ReferralInList } from '#casework/referrals/referral-call.ts'
import { findTransition, openStatuses, type Party } from '#casework/referrals/referral-machine.ts'
import type { BulkAction } from '../bulk-call.ts'
import type { ReferralFilters } from './use-referral-filters.ts'

type Direction = ReferralFilters['direction']

/** What the bar offers. `close` asks how it ended: with help or without. */
export type OfferedAction = Exclude<BulkAction, 'closeResolved' | 'closeUnresolved'> | 'close'

const offered: Record<Direction, readonly OfferedAction[]> = {
  incoming: ['accept', 'decline', 'assign', 'view', 'close'],
  outgoing: ['remind', 'recall', 'close'],
}
const sides: Record<Direction, Party> = { incoming: 'recipient', outgoing: 'sender' }

/** Whether an action may be possible for a row, as far as the list knows. The server decides for each. */
function isPossible(action: OfferedAction, direction: Direction, { status }: ReferralInList) {
  if (action === 'assign') return openStatuses.includes(status)
  if (action === 'remind') return status === 'Sent' || status === 'In Review'
  const step = action === 'close' ? 'closeUnresolved' : action
  return typeof findTransition(step, status, [sides[direction]]) === 'object'
}

/**
 * The actions for some rows.
 * @param isWhole whether there are others that are not loaded: then everything may be possible
 */
export const actionsFor = (direction: Direction, rows: readonly ReferralInList[], isWhole: boolean) =>
  offered[direction].map((action) => ({
    action,
    isPossible: isWhole || rows.some((row) => isPossible(action, direction, row)),
  }))
