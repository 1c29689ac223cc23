import type { Task } from '#platform/server/jobs.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { lockTicket } from '../support-request-queries.ts'
import { tellSubscribers } from '../tell-subscribers.ts'
import { findMerge, findWhereMerged, lockMerge, markMergeTold } from './merge-queries.ts'

export const tellMergeTask = 'tell-ticket-merge'

/** Mails that tickets were merged to those who asked for news of them, unless it was undone; from then on they hear of the other ticket. */
export const tellMerge =
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
        await tellSubscribers({ database: transaction, config }, ticket, merge, {
          kind: 'merged',
          key: id,
          into: where.root,
          to: where.root.status,
        })
        await markMergeTold(transaction, id)
      })
  }
