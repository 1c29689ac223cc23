import {
  listDeliveries,
  referralDeliveryTask,
  settleDeliveries,
} from '#casework/referral-notices/server/referral-notices-public.ts'
import { notifyNotDelivered, publishDelivery } from '#casework/referrals/server/referrals-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { type MessageReport, reportsTask } from '#platform/server/message-report.ts'

interface Services {
  database: Database
  config: Config
}

/**
 * Keeps what became of messages about referrals. The sender of one is notified if its invitation failed, or the last
 * message that could still reach the recipient's staff. Safe to run twice.
 */
export const reportDeliveries = ({ database, config }: Services) =>
  reportsTask(database, referralDeliveryTask, async (transaction, reports) => {
    const settled = await settleAll(transaction, reports)
    // In one order, because two processes may report on the same referrals.
    for (const [referralId, news] of [...Map.groupBy(settled, (each) => each.referralId)].sort(byKey)) {
      const failed = news.filter(({ state }) => state === 'failed')
      const last = failed.find(({ purpose }) => purpose === 'invitation') ?? failed.at(-1)
      if (last)
        await notifyNotDelivered(transaction, config, last, async () =>
          last.purpose === 'invitation' ? false : reachedAnybody(transaction, referralId),
        )
      await publishDelivery(transaction, referralId)
    }
  })

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

async function settleAll(database: Database, reports: readonly MessageReport[]) {
  const settled: (Awaited<ReturnType<typeof settleDeliveries>>[number] & Pick<MessageReport, 'state'>)[] = []
  for (const [state, alike] of Map.groupBy(reports, (report) => report.state))
    settled.push(...(await settleDeliveries(database, state, alike)).map((row) => ({ ...row, state })))
  return settled
}

/** Whether a notice reached somebody, or still may. */
const reachedAnybody = async (database: Database, referralId: string) =>
  (await listDeliveries(database, referralId)).some(({ waiting, handedOver }) => waiting + handedOver > 0)
