import { findPromise } from '#casework/response-times/server/response-times-public.ts'
import type { Database } from '#platform/server/database.ts'
import { deadlineOf, noDeadline } from '../deadline.ts'
import type { ReferralRow } from '../referral.ts'

/** What a deadline depends on. */
const parts = ['status', 'recipientConfirmedOn', 'firstViewedOn', 'firstContactOn'] as const

export const changesDeadline = (patch: Partial<ReferralRow>) => parts.some((part) => part in patch)

/** Sets by when the recipient promised to do what comes next, after a change in the same transaction. */
export async function refreshDeadline(database: Database, id: string) {
  const row = await database
    .selectFrom('referral')
    .innerJoin('referralRequest as request', 'request.id', 'referral.requestId')
    .select(['referral.status', 'recipientConfirmedOn', 'firstViewedOn', 'firstContactOn', 'statusChangedOn'])
    .select(['promiseStage', 'promiseDueOn', 'promiseAlert', 'promiseAlertOn'])
    .select(['recipientOrganizationId', 'request.urgency'])
    .where('referral.id', '=', id)
    .executeTakeFirstOrThrow()
  const promise = await findPromise(database, row.recipientOrganizationId)
  const deadline = deadlineOf(row, promise, row.urgency)
  if (deadline.promiseStage === row.promiseStage) return
  await database
    .updateTable('referral')
    .set({ ...noDeadline, ...deadline })
    .where('id', '=', id)
    .execute()
}
