import { publishChange } from '#casework/referrals/server/referrals-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import type { MessageReport } from '#platform/server/message-report.ts'

/** The task that learns what became of a message to a person. */
export const personNoticeReportTask = 'report-person-notice'

/** Shows that a message did not reach the person. Safe to run twice. */
export const reportNotice =
  ({ database }: { database: Database }): Task =>
  (payload) =>
    database.transaction().execute(async (transaction) => {
      const { messageId, state, on } = payload as MessageReport
      if (state === 'handed-over') return
      const failed = await transaction
        .updateTable('personNotice')
        .set({ state: 'not-told', reason: state === 'failed' ? 'not-delivered' : 'too-many', changedOn: on })
        .where('messageId', '=', messageId)
        .where('state', '=', 'told')
        .returning('referralId')
        .execute()
      for (const id of new Set(failed.map(({ referralId }) => referralId))) await publishChange(transaction, id)
    })
