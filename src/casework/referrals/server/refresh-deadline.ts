import { findPromise } from '#casework/response-times/server/response-times-public.ts'
import type { Database } from '#platform/server/database.ts'
import { deadlineOf, noDeadline, stageOf } from '../deadline.ts'
import type { ReferralRequest, ReferralRow } from '../referral.ts'

/** What a deadline depends on. */
const parts = ['status', 'recipientConfirmedOn', 'firstViewedOn', 'firstContactOn'] as const

type Change = Partial<Pick<ReferralRow, (typeof parts)[number] | 'promiseStage' | 'statusChangedOn'>>

/** Whether a change begins or ends a promised time; one that sets the deadline itself does not. */
export const changesDeadline = (referral: ReferralRow, patch: Change) =>
  !('promiseStage' in patch) &&
  parts.some((part) => part in patch) &&
  stageOf({ ...referral, ...patch }) !== referral.promiseStage

/** By when the recipient promised to do what comes next after a change. */
export const deadlineAfter = async (
  database: Database,
  referral: ReferralRow & { request: Pick<ReferralRequest, 'urgency'> },
  patch: Change,
) =>
  stageOf({ ...referral, ...patch })
    ? deadlineOf(
        { ...referral, ...patch },
        await findPromise(database, referral.recipientOrganizationId),
        referral.request.urgency,
      )
    : noDeadline
