import { sql } from 'kysely'
import { personNewsTask, publishChange } from '#casework/referrals/server/referrals-public.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'
import { lastingFailures } from '#platform/server/message-life.ts'
import { type MessageReport, reportsTask } from '#platform/server/message-report.ts'

/** The task that learns what became of messages to people. */
export const personNoticeReportTask = 'report-person-notice'

/** Shows that messages did not reach a person. Safe to run twice. */
export const reportNotices = ({ database }: { database: Database }) =>
  reportsTask(database, personNoticeReportTask, async (transaction, reports) => {
    const failed = reports.filter(({ state }) => state !== 'handed-over')
    for (const id of await markNotNotified(transaction, failed)) await publishChange(transaction, id)
  })

/**
 * A text that its number refuses leaves the other ways: the person is notified again at once, where that is safe.
 * @returns the referrals that the messages were about
 */
async function markNotNotified(database: Database, reports: readonly MessageReport[]) {
  if (reports.length === 0) return []
  const { rows } = await sql<{ referralId: string; stepId: string; state: string }>`
    update person_notice notice set changed_on = given."on",
      state = case when notice.channel = 'sms' and given.failure = any(${lastingFailures}::text[])
        then 'waiting' else 'not-told' end,
      reason = case given.state when 'failed' then 'not-delivered' else 'too-many' end
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as given ("messageId" uuid, state text, failure text, "on" timestamptz)
    where notice.message_id = given."messageId" and notice.state = 'told'
    returning notice.referral_id, notice.event_id as step_id, notice.state`.execute(database)
  const again = rows.filter(({ state }) => state === 'waiting').map(({ stepId }) => stepId)
  for (const stepId of new Set(again))
    await addJob(database, personNewsTask, { stepId }, { key: `person-news:${stepId}` })
  return [...new Set(rows.map(({ referralId }) => referralId))].sort()
}
