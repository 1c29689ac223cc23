import { sql } from 'kysely'
import { publishChange } from '#casework/referrals/server/referrals-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type MessageReport, reportsTask } from '#platform/server/message-report.ts'

/** The task that learns what became of messages to people. */
export const personNoticeReportTask = 'report-person-notice'

/** Shows that messages did not reach a person. Safe to run twice. */
export const reportNotices = ({ database }: { database: Database }) =>
  reportsTask(database, personNoticeReportTask, async (transaction, reports) => {
    const referralIds = await markNotTold(
      transaction,
      reports.filter(({ state }) => state !== 'handed-over'),
    )
    for (const id of [...new Set(referralIds)].sort()) await publishChange(transaction, id)
  })

/** @returns the referrals that the messages were about */
async function markNotTold(database: Database, reports: readonly MessageReport[]) {
  if (reports.length === 0) return []
  const { rows } = await sql<{ referralId: string }>`
    update person_notice notice set state = 'not-told', changed_on = given."on",
      reason = case given.state when 'failed' then 'not-delivered' else 'too-many' end
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as given ("messageId" uuid, state text, "on" timestamptz)
    where notice.message_id = given."messageId" and notice.state = 'told'
    returning notice.referral_id`.execute(database)
  return rows.map(({ referralId }) => referralId)
}
