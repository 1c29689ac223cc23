import { notifyAssignedTogether } from '#casework/referrals/server/referrals-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { UNDO_SECONDS } from '../bulk-call.ts'
import { findBulk, lockUnnotified, markNotified } from './bulk-queries.ts'

export const notifyAssignedTask = 'notify-assigned'

/** A little later than the screen offers to undo it. */
const AFTER_MS = (UNDO_SECONDS + 5) * 1000

/** Plans the notice of what an act assigns to somebody; each referral of the act postpones it. */
export const planAssignedNotice = (database: Database, bulkId: string, assigneeId: string) =>
  addJob(
    database,
    notifyAssignedTask,
    { bulkId, assigneeId },
    { key: `assigned:${bulkId}:${assigneeId}`, runAt: new Date(Date.now() + AFTER_MS) },
  )

/** Notifies somebody once of all that one act assigned to them and that was not undone. Safe to run twice. */
export const notifyAssigned =
  ({ database, config }: { database: Database; config: Config }): Task =>
  (payload) =>
    database.transaction().execute(async (transaction) => {
      const { bulkId, assigneeId } = payload as { bulkId: string; assigneeId: string }
      const bulk = await findBulk(transaction, bulkId)
      if (!bulk) return
      const referralIds = await lockUnnotified(transaction, bulkId, assigneeId)
      const given = { bulkId, actorId: bulk.accountId, assigneeId, referralIds }
      const told = referralIds.length > 0 ? await notifyAssignedTogether(transaction, config, given) : []
      if (told.length > 0) await markNotified(transaction, bulkId, told)
    })
