import { publishChange } from '#casework/referrals/server/referrals-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type MessageReport, reportsTask } from '#platform/server/message-report.ts'

/** The task that learns what became of messages to people. */
export const personNoticeReportTask = 'report-person-notice'

/** Shows that messages did not reach a person. Safe to run twice. */
export const reportNotices = ({ database }: { database: Database }) =>
  reportsTask(database, personNoticeReportTask, async (transaction, reports) => {
    const referrals = new Set<string>()
    for (const report of reports)
      for (const { referralId } of await markNotTold(transaction, report)) referrals.add(referralId)
    for (const id of [...referrals].sort()) await publishChange(transaction, id)
  })

async function markNotTold(database: Database, { messageId, state, on }: MessageReport) {
  if (state === 'handed-over') return []
  return database
    .updateTable('personNotice')
    .set({ state: 'not-told', reason: state === 'failed' ? 'not-delivered' : 'too-many', changedOn: on })
    .where('messageId', '=', messageId)
    .where('state', '=', 'told')
    .returning('referralId')
    .execute()
}
