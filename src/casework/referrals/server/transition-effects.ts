import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { mistakeInContactTime } from '../first-contact.ts'
import type { ReferralRow } from '../referral.ts'
import type { TransitionCall } from '../referral-call.ts'
import type { ReferralAction } from '../referral-machine.ts'
import { isHeld } from '../referral-policy.ts'
import type { Acting } from './referral-context.ts'
import { isCaseworkerOf, type WholeReferral } from './referral-queries.ts'

export interface Moving {
  database: Database
  referral: WholeReferral
  actor: Acting
  call: Partial<TransitionCall>
  /** ISO time of the step */
  now: string
}
type Patch = Partial<Omit<ReferralRow, 'id' | 'snapshot' | 'searchText'>>

async function assigneeOf({ database, referral, actor, call }: Moving) {
  if (!call.assigneeId) return actor?.accountId ?? null
  if (!(await isCaseworkerOf(database, call.assigneeId, referral.recipientOrganizationId)))
    throw fieldProblem('assigneeId', 'unknown-person')
  return call.assigneeId
}

const closing = ({ call, now }: Moving): Patch => ({
  closedOn: now,
  outcome: call.outcome ?? null,
  reason: call.reason ?? null,
  reviewOn: null,
})

/** What each action sets in addition to the status. */
const effects: Partial<Record<ReferralAction, (moving: Moving) => Patch | Promise<Patch>>> = {
  view: async (moving) => ({
    firstViewedOn: moving.now,
    ...(isHeld(moving.referral) ? { clockOn: moving.referral.clockOn } : {}),
    ...(moving.call.assigneeId ? { assigneeId: await assigneeOf(moving) } : {}),
  }),
  accept: async (moving) => ({
    respondedOn: moving.now,
    firstViewedOn: moving.referral.firstViewedOn ?? moving.now,
    assigneeId: await assigneeOf(moving),
  }),
  decline: ({ call, now, referral }) => ({
    respondedOn: now,
    firstViewedOn: referral.firstViewedOn ?? now,
    reason: call.reason ?? null,
  }),
  recall: ({ call }) => ({ reason: call.reason ?? null }),
  forward: ({ now, referral }) => ({ respondedOn: now, firstViewedOn: referral.firstViewedOn ?? now }),
  start: ({ call, now, referral }) => {
    const { firstContactOn = null, firstContactBy = null } = call
    const mistake = firstContactOn && mistakeInContactTime(firstContactOn, referral.sentOn, now)
    if (mistake) throw fieldProblem('firstContactOn', mistake)
    return { startedOn: now, firstContactOn, firstContactBy }
  },
  hold: ({ call }) => ({ reason: call.reason ?? null, reviewOn: call.reviewOn ?? null }),
  resume: ({ referral, now }) => ({ reason: null, reviewOn: null, startedOn: referral.startedOn ?? now }),
  closeResolved: closing,
  closeUnresolved: closing,
  markError: ({ call }) => ({ reason: call.reason ?? null }),
}

/** The columns that an action changes; the response clock runs only in `Sent`, and as long as a link works. */
export const effectOf = async (action: ReferralAction, moving: Moving): Promise<Patch> => ({
  clockOn: null,
  ...(await effects[action]?.(moving)),
})
