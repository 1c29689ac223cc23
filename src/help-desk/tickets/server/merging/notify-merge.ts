import type { Task } from '#platform/server/jobs.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { notifySubscribers } from '../notify-subscribers.ts'
import { lockTicket } from '../support-request-queries.ts'
import { findMerge, findWhereMerged, lockMerge, markMergeNotified } from './merge-queries.ts'

export const notifyMergeTask = 'tell-ticket-merge'

/**
 * Mails the subscribers of tickets that they were merged, unless it was undone; from then on they receive news of the
 * other ticket.
 */
export const notifyMerge =
  ({ database, config }: HelpDeskServices): Task =>
  async (payload) => {
    const { mergeIds } = payload as { mergeIds: string[] }
    for (const id of mergeIds)
      await database.transaction().execute(async (transaction) => {
        const found = await findMerge(transaction, id)
        const ticket = found && (await lockTicket(transaction, found.duplicateId))
        const merge = await lockMerge(transaction, id)
        if (!ticket || !merge || merge.undoneOn || merge.toldOn) return
        const where = await findWhereMerged(transaction, ticket)
        if (!where) return
        await notifySubscribers({ database: transaction, config }, ticket, merge, {
          kind: 'merged',
          key: id,
          into: where.root,
          to: where.root.status,
        })
        await markMergeNotified(transaction, id)
      })
  }
