import { listDeliveries, settleDelivery } from '#casework/referral-notices/server/referral-notices-public.ts'
import { publishDelivery, tellNotDelivered } from '#casework/referrals/server/referrals-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import type { MessageReport } from '#platform/server/message-report.ts'

interface Services {
  database: Database
  config: Config
}

/**
 * Keeps what became of a message about a referral. The sender is notified if the invitation failed, or the last message
 * that could still reach the recipient's staff. Safe to run twice.
 */
export const reportDelivery =
  ({ database, config }: Services): Task =>
  (payload) =>
    database.transaction().execute(async (transaction) => {
      const report = payload as MessageReport
      const settled = await settleDelivery(transaction, report)
      if (!settled) return
      const { referralId, purpose } = settled
      if (report.state === 'failed' && (purpose === 'invitation' || !(await reachedAnybody(transaction, referralId))))
        await tellNotDelivered(transaction, config, referralId, report.messageId)
      await publishDelivery(transaction, referralId)
    })

/** Whether a notice reached somebody, or still may. */
const reachedAnybody = async (database: Database, referralId: string) =>
  (await listDeliveries(database, referralId)).some(({ waiting, handedOver }) => waiting + handedOver > 0)
