import type { Task } from '#platform/server/jobs.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { notifySubscribers } from '../notify-subscribers.ts'
import { lockTicket } from '../support-request-queries.ts'
import { deleteOldBulks, listBulkItems, lockBulkItem, markBulkItem } from './bulk-queries.ts'

export const notifyBulkChangeTask = 'tell-ticket-change'

/** Mails the subscribers what changed, unless it was undone; from then on it can no longer be undone. */
export const notifyBulkChange =
  ({ database, config }: HelpDeskServices): Task =>
  async (payload) => {
    const { bulkId } = payload as { bulkId: string }
    for (const { supportRequestId: id } of await listBulkItems(database, bulkId))
      await database.transaction().execute(async (transaction) => {
        const ticket = await lockTicket(transaction, id)
        const item = await lockBulkItem(transaction, bulkId, id)
        if (!ticket || !item || item.undoneOn || item.toldOn) return
        const key = `${id}:${item.version}`
        await notifySubscribers(
          { database: transaction, config },
          ticket,
          { accountId: item.accountId },
          item.field === 'status'
            ? { kind: 'status', key, from: item.fromValue ?? '', to: item.toValue ?? '' }
            : { kind: 'assignee', key, assigneeId: item.toValue },
        )
        await markBulkItem(transaction, bulkId, id, 'toldOn')
      })
    await deleteOldBulks(database)
  }
