import type { TransitionCall } from './referral-call.ts'
import { closeReasons, declineReasons, outcomes, type Requirement, type Transition } from './referral-machine.ts'

type Given = Partial<TransitionCall>
export interface MissingPart {
  path: string
  message: string
}

/** Where the day ends last: whoever is asked for a day from today on may choose their own. */
const today = () => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10)
const oneOf = (choices: readonly string[], value: string | null | undefined) => value != null && choices.includes(value)

/** What each need of the state machine requires in the call; the server looks up consent, recipients and time. */
const checks: Partial<Record<Requirement, (call: Given) => MissingPart | undefined>> = {
  reason: (call) => (call.reason ? undefined : { path: 'reason', message: 'reason-required' }),
  declineReason: (call) =>
    oneOf(declineReasons, call.reason) ? undefined : { path: 'reason', message: 'reason-required' },
  closeReason: (call) =>
    oneOf(closeReasons, call.reason) ? undefined : { path: 'reason', message: 'reason-required' },
  outcome: (call) => (oneOf(outcomes, call.outcome) ? undefined : { path: 'outcome', message: 'outcome-required' }),
  reviewOn: (call) =>
    call.reviewOn && call.reviewOn >= today() ? undefined : { path: 'reviewOn', message: 'review-date-required' },
  // Omitting both means that the person has not been reached yet.
  firstContact: (call) =>
    call.firstContactBy && !call.firstContactOn
      ? { path: 'firstContactOn', message: 'contact-time-required' }
      : undefined,
  nextRecipient: (call) =>
    call.recipientOrganizationId || call.serviceId
      ? undefined
      : { path: 'recipientOrganizationId', message: 'organization-required' },
}

/** The fields that an action needs and the call lacks; for the server and for the dialogs. */
export const missingParts = (transition: Pick<Transition, 'needs'>, call: Given): MissingPart[] =>
  transition.needs.flatMap((need) => checks[need]?.(call) ?? [])
