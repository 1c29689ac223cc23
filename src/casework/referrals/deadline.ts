import type { PromiseStage, usualHours } from '#casework/response-times/response-promise.ts'
import type { ReferralRequest, ReferralRow } from './referral.ts'
import { addWorkingHours } from './working-days.ts'

export type Deadline = Pick<ReferralRow, 'promiseStage' | 'promiseDueOn' | 'promiseAlert' | 'promiseAlertOn'>
type Facts = Deadline &
  Pick<ReferralRow, 'status' | 'recipientConfirmedOn' | 'firstViewedOn' | 'firstContactOn' | 'statusChangedOn'>

export const noDeadline: Deadline = { promiseStage: null, promiseDueOn: null, promiseAlert: null, promiseAlertOn: null }

/** Who needs help sooner gets an answer sooner. */
const shareOf: Record<ReferralRequest['urgency'], number> = { routine: 1, urgent: 0.5, asap: 0.25 }
const warnAt = 0.75

/** What the recipient has to do next. While a referral is held or on hold, nothing. */
export function stageOf({ status, recipientConfirmedOn, firstViewedOn, firstContactOn }: Facts): PromiseStage | null {
  if (!recipientConfirmedOn) return null
  if (status === 'Sent') return firstViewedOn ? 'answer' : 'view'
  if (status === 'In Review') return 'answer'
  return (status === 'Accepted' || status === 'In Progress') && !firstContactOn ? 'contact' : null
}

/**
 * By when the recipient promised to do what comes next. The time for the first contact begins with the acceptance, and
 * again after a hold. Only who promised times themselves is warned; for others the reminders are enough.
 */
export function deadlineOf(
  facts: Facts,
  promise: typeof usualHours & { isPromised: boolean },
  urgency: ReferralRequest['urgency'],
): Deadline {
  const stage = stageOf(facts)
  if (!stage) return noDeadline
  if (stage === facts.promiseStage) {
    const { promiseStage, promiseDueOn, promiseAlert, promiseAlertOn } = facts
    return { promiseStage, promiseDueOn, promiseAlert, promiseAlertOn }
  }
  const startsOn = stage === 'contact' ? facts.statusChangedOn : facts.recipientConfirmedOn
  const from = new Date(startsOn ?? facts.statusChangedOn)
  const hours = Math.max(1, promise[`${stage}Hours`] * shareOf[urgency])
  return {
    promiseStage: stage,
    promiseDueOn: addWorkingHours(from, hours).toISOString(),
    promiseAlert: promise.isPromised ? 'warn' : null,
    promiseAlertOn: promise.isPromised ? addWorkingHours(from, hours * warnAt).toISOString() : null,
  }
}
